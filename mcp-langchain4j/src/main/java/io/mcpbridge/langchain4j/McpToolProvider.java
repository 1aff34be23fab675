package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * if there was one. {@code attributes()} hold the result's {@code _meta} under {@link
 * #META_ATTRIBUTE} and its structured content under {@link #STRUCTURED_CONTENT_ATTRIBUTE}.
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
   * The attribute of a tool's result that holds its {@code _meta} as a map of plain Java values;
   * absent if there is none. Attributes go to the application and the chat memory, not to the
   * model. All of {@code _meta} stays inside this one attribute, so that LangChain4j does not
   * mistake a member for one of its own attributes, such as {@code found_tools}.
   */
  public static final String META_ATTRIBUTE = "_meta";

  /**
   * The attribute of a tool's result that holds its structured content as a plain Java value;
   * absent if there is none. Unlike the result object, it is in the chat memory, too.
   */
  public static final String STRUCTURED_CONTENT_ATTRIBUTE = "structuredContent";

  /** How long a request waits for a refresh after a server announced changed tools. */
  private static final Duration ANNOUNCED_WITHIN = Duration.ofSeconds(5);

  private final ToolSet tools;
  private final @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final ToolView named;
  private final ToolView none;
  private final Supplier<@Nullable ToolSet> additionalTools;
  private final CapturedContexts capturedContexts = new CapturedContexts();
  private final ProviderSettings providerSettings;
  private final OfferedToolCache offeredToolCache;
  private final Runnable closing;

  McpToolProvider(ToolSet tools, McpToolProviderBuilder settings, Runnable closing) {
    this(
        tools,
        settings.toolsPerInvocation(),
        settings.additionalTools(),
        settings.providerSettings(),
        closing);
  }

  private McpToolProvider(
      ToolSet tools,
      @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation,
      Supplier<@Nullable ToolSet> additionalTools,
      ProviderSettings providerSettings,
      Runnable closing) {
    this.tools = tools;
    this.toolsPerInvocation = toolsPerInvocation;
    this.additionalTools = additionalTools;
    this.providerSettings = providerSettings;
    this.named = tools.view(providerSettings.as().selection());
    this.none = tools.view(tool -> false);
    this.offeredToolCache =
        new OfferedToolCache(
            (set, profile) ->
                new SnapshotMapping(
                    set,
                    profile,
                    providerSettings.as(),
                    providerSettings.caller(),
                    providerSettings.results()));
    this.closing = closing;
  }

  /**
   * How tools are offered and called.
   *
   * @param dynamic whether tools may be added during an AI service call
   */
  record ProviderSettings(
      CallerContext callerContext,
      boolean dynamic,
      OfferSettings as,
      ToolCaller caller,
      ResultMapping results,
      SchemaProfiles profiles) {}

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
      throw new IllegalArgumentException(
          "forTools(...) takes a view of the catalog whose tools these are");
    }
    if (toolsPerInvocation != null) {
      throw new IllegalStateException(
          "toolsPerInvocation(...) decides which tools there are: have it give the agent its own,"
              + " or build a provider without it");
    }
    return new McpToolProvider(view, null, () -> null, providerSettings, () -> {});
  }

  /**
   * The currently known tools, in the schema profile of the request's model; does no I/O and takes
   * no lock. Returns the same immutable object until the catalog changes, unless there are
   * {@linkplain McpToolProviderBuilder#additionalTools additional tools} or a {@link
   * McpToolProviderBuilder#callerContext} to capture. After a change the first request maps the
   * catalog; concurrent ones may each do so. Throws only what the application's own {@link
   * McpToolProviderBuilder#toolsPerInvocation} throws.
   *
   * <p>One exception: if the provider is {@linkplain McpToolProviderBuilder#dynamic dynamic} and a
   * server has announced that its tools changed, this waits up to five seconds for the new list.
   */
  @Override
  public ToolProviderResult provideTools(@Nullable ToolProviderRequest request) {
    InvocationContext context = request == null ? null : request.invocationContext();
    named.snapshot(); // after a change, warns of tool names in the settings that match no tool
    SchemaProfile profile = providerSettings.profiles().of(context);
    ToolProviderResult offered = offered(toolsFor(context), profile);
    ToolSet more = additionalTools.get();
    if (more != null) {
      offered = joined(offered, offered(more, profile));
    }
    offeredToolCache.count(
        offered.aiServiceTools().size(),
        ToolLimits.of(context == null ? null : context.modelProvider()));
    CallerContext.ContextSnapshot captured = providerSettings.callerContext().capture();
    if (captured == CallerContext.NOTHING) {
      return offered;
    }
    CallerContext.ContextSnapshot known = CallingUser.known(captured);
    if (context != null) {
      capturedContexts.put(context, known);
    }
    return ContextPropagatingExecutor.of(offered, known);
  }

  private ToolProviderResult offered(ToolSet set, SchemaProfile profile) {
    if (providerSettings.dynamic()) {
      set.catalog().refreshAnnounced(ANNOUNCED_WITHIN);
    }
    return offeredToolCache.of(set, profile).now();
  }

  private static ToolProviderResult joined(ToolProviderResult one, ToolProviderResult other) {
    List<AiServiceTool> all = new ArrayList<>(one.aiServiceTools());
    all.addAll(other.aiServiceTools());
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
      return tools;
    }
    return context == null
        ? none
        : Objects.requireNonNull(
            toolsPerInvocation.apply(context),
            "toolsPerInvocation gave null; a view without tools stands for none");
  }

  @Override
  public boolean isDynamic() {
    return providerSettings.dynamic();
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
        providerSettings.caller());
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
    return tools.catalog();
  }

  /** Closes the connections to the provider's own servers; a shared catalog stays open. */
  @Override
  public void close() {
    closing.run();
  }
}
