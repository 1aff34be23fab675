package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.SearchToolSets;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.ToolViews;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.internal.access.NameConflicts;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.schema.SchemaProfiles;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.schema.ToolLimit;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Offers the tools of MCP servers to LangChain4j's AI services. Pass it to {@code
 * AiServices.builder(...).toolProvider(...)}, or declare it as the application's {@code
 * ToolProvider} bean.
 *
 * <p>Tools are provided from memory, independent of the state of the servers: an unavailable server
 * neither delays a chat nor removes the tools of others. A failed call returns an error result to
 * the model. Nothing that a server does makes an AI service throw, except a name that a tool of
 * another provider has already (see below).
 *
 * <p>The {@code ToolExecution} of a call gives the application more than the model reads: {@code
 * resultObject()} is the structured content as a {@code Map} or {@code List}, as with LangChain4j's
 * own MCP client, and {@link #outputOf} returns everything: all content blocks, and the exception
 * if there was one. {@link McpToolProviderBuilder#returnToolResultAttributes} adds the result's
 * {@code _meta} and structured content to the chat memory.
 *
 * <pre>{@code
 * if (execution.resultObject() instanceof Map<?, ?> structured) {
 *   Object degrees = structured.get("degrees");
 * }
 * ToolOutput output = McpToolProvider.outputOf(execution);
 * }</pre>
 *
 * <p>With other providers and {@code @Tool} methods: tools here are named {@code server__tool}, and
 * the names are unique. If a tool of another provider has the same name, LangChain4j refuses the
 * request with an {@code IllegalConfigurationException} that names it; change the server's key
 * then, or exclude the tool. If tools are offered without the name of their server, a server can
 * cause such a conflict by its choice of names.
 *
 * <p>Thread-safe. Not dynamic in LangChain4j's sense by default: a conversation turn keeps the
 * tools that it started with.
 */
public final class McpToolProvider implements ToolProvider, AutoCloseable {

  /**
   * The attribute of a tool's result that holds its {@code _meta} as a map of plain Java values,
   * with {@link McpToolProviderBuilder#returnToolResultAttributes}; absent if there is none.
   * Attributes go to the application and the chat memory, not to the model. All of {@code _meta}
   * stays inside this one attribute, so that LangChain4j does not mistake a member for one of its
   * own attributes, such as {@code found_tools}.
   */
  public static final String META_ATTRIBUTE = "_meta";

  /**
   * The attribute of a tool's result that holds its structured content as a plain Java value, with
   * {@link McpToolProviderBuilder#returnToolResultAttributes}; absent if there is none. Unlike the
   * result object, it is in the chat memory, too.
   */
  public static final String STRUCTURED_CONTENT_ATTRIBUTE = "structuredContent";

  /** How long a request waits for a refresh after a server announced changed tools. */
  private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(5);

  private final Supplier<? extends ToolSet> tools;
  private final @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final List<UnmatchedNames> unmatchedNames;
  private final NameConflicts nameConflicts = new NameConflicts();
  private final ToolViews noTools = new ToolViews(ToolSelection.builder().exclude("*").build());
  private final UnsearchedToolsWarning unsearched = new UnsearchedToolsWarning();
  private final Supplier<@Nullable ToolSet> additionalTools;
  private final CapturedContexts capturedContexts = new CapturedContexts();
  private final ProviderSettings providerSettings;
  private final OfferedToolCache offeredToolCache;
  private final Runnable onClose;

  McpToolProvider(
      Supplier<? extends ToolSet> tools,
      @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation,
      Supplier<@Nullable ToolSet> additionalTools,
      ProviderSettings providerSettings,
      Runnable onClose) {
    this.tools = tools;
    this.toolsPerInvocation = toolsPerInvocation;
    this.additionalTools = additionalTools;
    this.providerSettings = providerSettings;
    this.unmatchedNames = providerSettings.offerSettings().unmatchedNames();
    this.offeredToolCache =
        new OfferedToolCache(
            (set, profile) ->
                new SnapshotMapping(
                    set,
                    profile,
                    providerSettings.offerSettings(),
                    providerSettings.caller(),
                    providerSettings.results()));
    this.onClose = onClose;
    if (providerSettings.dynamic() && !providerSettings.offerSettings().alwaysVisible().isEmpty()) {
      unsearched.log("alwaysVisible(...) is set for one");
    }
  }

  /**
   * How tools are offered and called.
   *
   * @param ready whether there may be tools; only then they are asked for
   * @param dynamic whether tools may be added during an AI service call
   */
  record ProviderSettings(
      BooleanSupplier ready,
      ThreadContextProvider threadContext,
      boolean dynamic,
      OfferSettings offerSettings,
      ToolCaller caller,
      ResultMapping results,
      SchemaProfiles profiles,
      SearchToolSets search) {}

  /**
   * Creates a builder, for a provider with its own servers or with an existing catalog.
   *
   * @throws IncompatibleLangChain4jException if LangChain4j on the class path is too old
   */
  public static McpToolProviderBuilder builder() {
    return new McpToolProviderBuilder();
  }

  /**
   * Offers all tools of a shared catalog, or those of a view:
   *
   * <pre>{@code
   * McpToolProvider.of(catalog.view(ToolSelection.builder().include("search_*").build()))
   * }</pre>
   *
   * @param tools of a catalog; the caller starts and closes the catalog
   * @throws IncompatibleLangChain4jException if LangChain4j on the class path is too old
   */
  public static McpToolProvider of(ToolSet tools) {
    return builder().tools(tools).build();
  }

  /**
   * A provider of other tools, for one agent for instance, with the same settings: return behavior,
   * schema profiles and so on, but without {@linkplain McpToolProviderBuilder#additionalTools
   * additional tools}. It need not be closed.
   *
   * @param view of the same catalog
   * @throws IllegalArgumentException if it is of another catalog
   * @throws IllegalStateException if {@link McpToolProviderBuilder#toolsPerInvocation} selects the
   *     tools
   */
  public McpToolProvider forTools(ToolSet view) {
    if (view.catalog() != catalog()) {
      throw new IllegalArgumentException("forTools(...) needs a view of the same catalog");
    }
    if (toolsPerInvocation != null) {
      throw new IllegalStateException(
          "toolsPerInvocation(...) already selects the tools: let it return the agent's"
              + " tools, or build a provider without it");
    }
    return new McpToolProvider(() -> view, null, () -> null, providerSettings, () -> {});
  }

  /**
   * A provider of the selected tools only, for one agent for instance, with the same settings. The
   * selection also applies to {@linkplain McpToolProviderBuilder#additionalTools additional tools},
   * such as those of the user, and to {@linkplain McpToolProviderBuilder#toolsPerInvocation tools
   * per invocation}. It need not be closed.
   */
  public McpToolProvider forTools(ToolSelection selection) {
    ToolViews viewsOfSelection = new ToolViews(selection);
    Function<InvocationContext, ToolSet> perInvocation = toolsPerInvocation;
    ToolView selected = tools.get().view(selection);
    return new McpToolProvider(
        () -> selected,
        perInvocation == null
            ? null
            : context ->
                Objects.requireNonNull(
                    viewsOfSelection.of(perInvocation.apply(context)),
                    "toolsPerInvocation returned null"),
        () -> viewsOfSelection.of(additionalTools.get()),
        providerSettings,
        () -> {});
  }

  /**
   * The currently known tools, in the schema profile of the request's model; does no I/O and takes
   * no lock. Returns the same immutable object until the catalog changes, unless there are
   * {@linkplain McpToolProviderBuilder#additionalTools additional tools} or a {@link
   * McpToolProviderBuilder#threadContext} to capture. After a change the first request maps the
   * catalog; concurrent ones may each do so. Throws only what the application's own {@link
   * McpToolProviderBuilder#toolsPerInvocation} throws.
   *
   * <p>One exception: if the provider is {@linkplain McpToolProviderBuilder#dynamic dynamic} and a
   * server has announced that its tools changed, this waits up to five seconds for the new list.
   */
  @Override
  public ToolProviderResult provideTools(@Nullable ToolProviderRequest request) {
    InvocationContext context = request == null ? null : request.invocationContext();
    ThreadContextProvider.ContextSnapshot first =
        context == null ? ThreadContextProvider.NOTHING : capturedContexts.of(context);
    if (first != ThreadContextProvider.NOTHING) {
      // asked again between rounds, for streams on the thread of the model's response
      return first.call(() -> provideTools(context, first));
    }
    ThreadContextProvider.ContextSnapshot captured = providerSettings.threadContext().capture();
    return provideTools(
        context,
        captured == ThreadContextProvider.NOTHING ? captured : CallingUser.withUser(captured));
  }

  private ToolProviderResult provideTools(
      @Nullable InvocationContext context, ThreadContextProvider.ContextSnapshot captured) {
    if (isDynamic()) {
      unsearched.check(context);
    }
    ToolSet additional = additionalTools.get();
    if (additional == null
        && toolsPerInvocation == null
        && !providerSettings.ready().getAsBoolean()) {
      return new ToolProviderResult(List.of());
    }
    SchemaProfile profile = providerSettings.profiles().of(context);
    ToolSet invocationTools = toolsFor(context);
    List<ToolCatalog> catalogs =
        sets(invocationTools, additional).stream().map(ToolSet::catalog).toList();
    unmatchedNames.forEach(names -> names.check(catalogs));
    refreshAnnounced(invocationTools);
    refreshAnnounced(additional);
    ToolLimit limit = ToolLimits.of(context == null ? null : context.modelProvider());
    SearchTools searchTools = providerSettings.search().instead(invocationTools, additional, limit);
    ToolProviderResult offered = offered(searchTools, invocationTools, additional, profile);
    if (searchTools == null) { // again, because a server may have listed more tools meanwhile
      searchTools = providerSettings.search().instead(invocationTools, additional, limit);
      if (searchTools != null) {
        offered = offered(searchTools, invocationTools, additional, profile);
      }
    }
    if (searchTools != null && searchTools.isLoading() && context != null) {
      Object conversation = CallingUser.conversation(captured, context);
      Object request = context.invocationId();
      offered = joined(offered, foundTools(searchTools, conversation, request, profile));
    }
    offeredToolCache.count(offered.aiServiceTools().size(), limit);
    if (captured == ThreadContextProvider.NOTHING) {
      return offered;
    }
    if (context != null) {
      capturedContexts.put(context, captured);
    }
    return ContextPropagatingExecutor.of(offered, captured);
  }

  private static List<ToolSet> sets(ToolSet tools, @Nullable ToolSet additional) {
    return additional == null ? List.of(tools) : List.of(tools, additional);
  }

  private void refreshAnnounced(@Nullable ToolSet set) {
    if (providerSettings.dynamic() && set != null) {
      CatalogInternals.of(set.catalog()).refreshAnnounced(REFRESH_TIMEOUT);
    }
  }

  private ToolProviderResult offered(
      @Nullable SearchTools searchTools,
      ToolSet invocationTools,
      @Nullable ToolSet additional,
      SchemaProfile profile) {
    if (searchTools != null) {
      return offered(searchTools, profile);
    }
    ToolProviderResult offered = offered(invocationTools, profile);
    return additional == null
        ? offered
        : joined(offered, withoutConflicts(invocationTools, additional, profile));
  }

  private ToolProviderResult offered(ToolSet set, SchemaProfile profile) {
    return offeredToolCache.of(set, profile).now();
  }

  /** The tools that the model found in a conversation. */
  private ToolProviderResult foundTools(
      SearchTools searchTools, Object conversation, Object request, SchemaProfile profile) {
    List<AiServiceTool> tools = new ArrayList<>();
    for (ToolSet.MatchedTool tool :
        providerSettings.search().foundTools().of(conversation, searchTools, request)) {
      offered(tool.tools(), profile).aiServiceTools().stream()
          .filter(offered -> offered.name().equals(tool.tool().modelName()))
          .forEach(tools::add);
    }
    return new ToolProviderResult(tools);
  }

  private ToolProviderResult withoutConflicts(
      ToolSet invocationTools, ToolSet additional, SchemaProfile profile) {
    return new ToolProviderResult(
        offered(additional, profile).aiServiceTools().stream()
            .filter(
                tool ->
                    nameConflicts.isFree(
                        tool.name(), invocationTools.snapshot(), additional.snapshot()))
            .toList());
  }

  private static ToolProviderResult joined(ToolProviderResult first, ToolProviderResult second) {
    List<AiServiceTool> all = new ArrayList<>(first.aiServiceTools());
    all.addAll(second.aiServiceTools());
    return new ToolProviderResult(all);
  }

  /**
   * The complete output of a tool call of an AI service: all content blocks, even those that the
   * model sees only as a note, and the exception if the call failed. For tools of other providers,
   * and for results of LangChain4j's error handlers or {@link HallucinatedToolNames}, it is built
   * from LangChain4j's result.
   *
   * <p>The result object carries the output, not the chat memory. If that object is {@code null},
   * or structured content that is a single text, number or boolean, the content is one block with
   * the text.
   */
  public static ToolOutput outputOf(ToolExecution execution) {
    return ResultObjects.output(
        execution.resultObject(),
        execution.hasFailed(),
        execution.resultContents(),
        execution.attributes());
  }

  /**
   * The same for applications that execute a tool themselves, such as with a {@code
   * CatalogMcpClient}.
   */
  public static ToolOutput outputOf(ToolExecutionResult result) {
    return ResultObjects.output(
        result.result(), result.isError(), result.resultContents(), result.attributes());
  }

  /**
   * The tools that are left out, or whose schemas were reduced, in each profile offered so far.
   * Each is logged once, too.
   */
  public List<SchemaReport> schemaReports() {
    return offeredToolCache.reports();
  }

  /**
   * The tools of an invocation, selected by {@link McpToolProviderBuilder#toolsPerInvocation} if
   * set; throws what that throws.
   *
   * @param context {@code null} for no invocation, which gets no tools if they are selected per
   *     invocation
   */
  public ToolSet toolsFor(@Nullable InvocationContext context) {
    if (toolsPerInvocation == null) {
      return tools.get();
    }
    return Objects.requireNonNull(
        context == null ? noTools.of(tools.get()) : toolsPerInvocation.apply(context),
        "toolsPerInvocation returned null; return an empty view for no tools");
  }

  /** As {@link #resume(McpApprovals, Object, ChatMemory, InvocationParameters)}, without them. */
  public String resume(McpApprovals approvals, Object memoryId, ChatMemory memory) {
    return resume(approvals, memoryId, memory, new InvocationParameters());
  }

  /**
   * Makes the approved calls of a conversation whose calls do not wait ({@link
   * McpApprovals.Builder#suspendFor}), and replaces the notes in its memory, that they wait, by the
   * results: of the tools, refusals, and so on. Undecided calls stay. Call it before the next turn,
   * on a thread with the context of the user, and not while the AI service answers in this
   * conversation. Blocks the calling thread.
   *
   * <p>An AI service does not go on without a user message: the returned text is one, or the
   * beginning of the user's own. If the memory does not have the request of a call any more, the
   * text has its result, until the memory has the text; <code>{{</code> in it is <code>{ {</code>,
   * since LangChain4j takes user messages for templates.
   *
   * @param memoryId as for the AI service; without {@code @MemoryId}, any
   * @param memory the memory of this id; it is saved if notes are replaced
   * @param parameters as for the AI service
   * @return empty if there is nothing new
   */
  public String resume(
      McpApprovals approvals, Object memoryId, ChatMemory memory, InvocationParameters parameters) {
    InvocationContext context = SuspendedConversation.context(memoryId, parameters);
    return CallingUser.withUser(providerSettings.threadContext().capture())
        .call(
            () -> {
              List<ToolSet> sets = sets(toolsFor(context), additionalTools.get());
              return new SuspendedConversation(approvals, sets, providerSettings.caller(), context)
                  .resume(memory);
            });
  }

  /**
   * Appends the instructions of trusted servers to the system message of an AI service, as far as
   * the invocation has tools of them; for the AI service's {@code systemMessageTransformer}:
   *
   * <pre>{@code
   * AiServices.builder(Assistant.class)
   *     .toolProvider(tools)
   *     .systemMessageTransformer(tools.systemMessageTransformer("github"))
   * }</pre>
   *
   * @param trustedServers keys of servers, with {@code *} and {@code ?} wildcards
   * @return throws what {@link McpToolProviderBuilder#toolsPerInvocation} throws
   * @throws IllegalArgumentException if a key is empty
   */
  public BiFunction<@Nullable String, InvocationContext, @Nullable String> systemMessageTransformer(
      String... trustedServers) {
    ServerInstructions instructions = ServerInstructions.trusting(List.of(trustedServers));
    return (systemMessage, context) ->
        instructions.isEmpty()
            ? systemMessage
            : instructions.appendedTo(systemMessage, instructionsFor(context));
  }

  private Map<String, String> instructionsFor(@Nullable InvocationContext context) {
    Map<String, String> byServer = new LinkedHashMap<>(toolsFor(context).snapshot().instructions());
    ToolSet additional = additionalTools.get();
    if (additional != null) {
      byServer.putAll(additional.snapshot().instructions());
    }
    return byServer;
  }

  /** Also with found tools to load: LangChain4j then asks for the tools again before each round. */
  @Override
  public boolean isDynamic() {
    return providerSettings.dynamic() || providerSettings.search().isLoading();
  }

  /**
   * Strategy for calls to unknown tools, for the AI service's {@code hallucinatedToolNameStrategy};
   * LangChain4j's default ends the AI service call.
   */
  public HallucinatedToolNames hallucinatedToolNames() {
    return new HallucinatedToolNames(
        context -> toolsPerInvocation != null && context == null ? null : toolsFor(context),
        additionalTools,
        capturedContexts,
        providerSettings.caller(),
        providerSettings.search(),
        this::catalog);
  }

  /**
   * Waits until the first connection attempt of every server has completed, successfully or not.
   * For programs that call the model right after startup.
   *
   * @return whether that happened within the time, without an interrupt
   */
  public boolean awaitReady(Duration atMost) {
    return catalog().awaitReady(atMost);
  }

  /** The catalog whose tools are offered, with the state of its servers and their clients. */
  public ToolCatalog catalog() {
    return tools.get().catalog();
  }

  /** Closes the connections to the provider's own servers; a shared catalog stays open. */
  @Override
  public void close() {
    onClose.run();
  }
}
