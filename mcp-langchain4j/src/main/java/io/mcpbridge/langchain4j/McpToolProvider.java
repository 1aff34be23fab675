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
 * Offers the tools of MCP servers to LangChain4j's AI services. Hand it to {@code
 * AiServices.builder(...).toolProvider(...)}, or declare it as the application's {@code
 * ToolProvider} bean.
 *
 * <p>It answers from memory, whatever the servers are doing: one that is down neither delays a chat
 * nor takes the other servers' tools away. A call that fails tells the model so in an error result;
 * nothing that a server does makes an AI service throw, but for a name that somebody else's tool
 * has already (see below).
 *
 * <p>In the {@code ToolExecution} of a call the application finds more than the model was told:
 * {@code resultObject()} is the structured content as a {@code Map} or {@code List}, as with
 * LangChain4j's own MCP client, and {@link #outputOf} returns everything: all content blocks, and
 * the exception if there was one. {@code attributes()} hold the result's {@code _meta} under {@link
 * #META_ATTRIBUTE} and its structured content under {@link #STRUCTURED_CONTENT_ATTRIBUTE}.
 *
 * <pre>{@code
 * if (execution.resultObject() instanceof Map<?, ?> structured) {
 *   Object degrees = structured.get("degrees");
 * }
 * ToolOutput output = McpToolProvider.outputOf(execution);
 * }</pre>
 *
 * <p>Beside other providers and methods with {@code @Tool}: the name of a tool here is {@code
 * server__tool}, and no two are alike. LangChain4j refuses a request in which somebody else's tool
 * has the same name, with an {@code IllegalConfigurationException} that says which; give the server
 * another key then, or leave the tool out. Where tools are offered without the name of their
 * server, a server can bring that about by the names that it chooses.
 *
 * <p>Thread-safe. Not dynamic in LangChain4j's sense, unless the application wants that: a
 * conversation turn keeps the tools that it began with.
 */
public final class McpToolProvider implements ToolProvider, AutoCloseable {

  /**
   * The attribute of a tool's result that holds its {@code _meta} as a map of plain Java values;
   * absent if there is none. Attributes go to the application and the chat memory, not to the
   * model. Whatever a server puts into {@code _meta} stays inside this one attribute, where
   * LangChain4j does not mistake it for one of its own, such as {@code found_tools}.
   */
  public static final String META_ATTRIBUTE = "_meta";

  /**
   * The attribute of a tool's result that holds its structured content as a plain Java value;
   * absent if there is none. Unlike the result object, it is in the chat memory, too.
   */
  public static final String STRUCTURED_CONTENT_ATTRIBUTE = "structuredContent";

  /** How long a round of a conversation waits for tools that a server has announced. */
  private static final Duration ANNOUNCED_WITHIN = Duration.ofSeconds(5);

  private final ToolSet tools;
  private final @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation;
  private final ToolView named;
  private final ToolView none;
  private final Supplier<@Nullable ToolSet> moreTools;
  private final Captures captures = new Captures();
  private final Manner manner;
  private final Offers offers;
  private final Runnable closing;

  McpToolProvider(ToolSet tools, McpToolProviderBuilder settings, Runnable closing) {
    this(tools, settings.toolsPerInvocation(), settings.moreTools(), settings.manner(), closing);
  }

  private McpToolProvider(
      ToolSet tools,
      @Nullable Function<InvocationContext, ToolSet> toolsPerInvocation,
      Supplier<@Nullable ToolSet> moreTools,
      Manner manner,
      Runnable closing) {
    this.tools = tools;
    this.toolsPerInvocation = toolsPerInvocation;
    this.moreTools = moreTools;
    this.manner = manner;
    this.named = tools.view(manner.as().selection());
    this.none = tools.view(tool -> false);
    this.offers =
        new Offers(
            (set, profile) ->
                new SnapshotMapping(set, profile, manner.as(), manner.caller(), manner.results()));
    this.closing = closing;
  }

  /**
   * How tools are offered and called, whichever they are.
   *
   * @param dynamic whether tools may come while an AI service is at work
   */
  record Manner(
      CallerContext callerContext,
      boolean dynamic,
      OfferedAs as,
      ToolCaller caller,
      ResultMapping results,
      SchemaProfiles profiles) {}

  /**
   * Begins a provider, over servers of its own or over a catalogue that is there already.
   *
   * @throws IncompatibleLangChain4jException if LangChain4j on the class path is too old
   */
  public static McpToolProviderBuilder builder() {
    return new McpToolProviderBuilder();
  }

  /**
   * Offers everything in a catalogue that others may use too, or the part of it that is in a view:
   *
   * <pre>{@code
   * McpToolProvider.of(catalog.view(ToolSelection.builder().include("search_*").build()))
   * }</pre>
   *
   * @param tools of a catalogue to be started and closed by whoever made it
   * @throws IncompatibleLangChain4jException if LangChain4j on the class path is too old
   */
  public static McpToolProvider of(ToolSet tools) {
    return builder().tools(tools).build();
  }

  /**
   * Those of one agent, for instance, with all that was said of these: where results go, in which
   * form schemas are sent, and so on. There are no {@linkplain McpToolProviderBuilder#moreTools
   * more tools} then. To be closed by nobody.
   *
   * @param view of the same catalogue
   * @throws IllegalArgumentException if it is of another catalogue
   * @throws IllegalStateException if {@link McpToolProviderBuilder#toolsPerInvocation} decides
   *     which tools there are
   */
  public McpToolProvider withTools(ToolSet view) {
    if (view.catalog() != catalog()) {
      throw new IllegalArgumentException(
          "withTools(...) takes a view of the catalogue whose tools these are");
    }
    if (toolsPerInvocation != null) {
      throw new IllegalStateException(
          "toolsPerInvocation(...) decides which tools there are: have it give the agent its own,"
              + " or build a provider without it");
    }
    return new McpToolProvider(view, null, () -> null, manner, () -> {});
  }

  /**
   * The tools as they are known now, in the form that the request's model takes; does no I/O and
   * takes no lock. The same immutable object is returned until the catalogue changes, unless there
   * are {@linkplain McpToolProviderBuilder#moreTools more tools} or there is something to capture
   * ({@link McpToolProviderBuilder#callerContext}); the first requests after a change map it, each
   * for itself if they come at the same time. Throws only what the application's own {@link
   * McpToolProviderBuilder#toolsPerInvocation} throws.
   *
   * <p>There is one exception: where the provider is {@linkplain McpToolProviderBuilder#dynamic
   * dynamic} and a server has announced that its tools changed, they are listed first, which is
   * waited for up to five seconds.
   */
  @Override
  public ToolProviderResult provideTools(@Nullable ToolProviderRequest request) {
    InvocationContext context = request == null ? null : request.invocationContext();
    named.snapshot(); // tells of names in the settings that no tool has, after a change
    SchemaProfile profile = manner.profiles().of(context);
    ToolProviderResult offered = offered(toolsFor(context), profile);
    ToolSet more = moreTools.get();
    if (more != null) {
      offered = joined(offered, offered(more, profile));
    }
    offers.count(
        offered.aiServiceTools().size(),
        ToolLimits.of(context == null ? null : context.modelProvider()));
    CallerContext.Captured captured = manner.callerContext().capture();
    if (captured == CallerContext.NOTHING) {
      return offered;
    }
    CallerContext.Captured known = CallingUser.known(captured);
    if (context != null) {
      captures.put(context, known);
    }
    return CapturedTools.of(offered, known);
  }

  private ToolProviderResult offered(ToolSet set, SchemaProfile profile) {
    if (manner.dynamic()) {
      set.catalog().refreshAnnounced(ANNOUNCED_WITHIN);
    }
    return offers.of(set, profile).now();
  }

  private static ToolProviderResult joined(ToolProviderResult one, ToolProviderResult other) {
    List<AiServiceTool> all = new ArrayList<>(one.aiServiceTools());
    all.addAll(other.aiServiceTools());
    return new ToolProviderResult(all);
  }

  /**
   * Everything about a tool call of an AI service: also the content blocks that the model read a
   * note of, and the exception if the call failed on the way. For a tool of somebody else, what
   * LangChain4j knows of its result. What LangChain4j's error handlers or {@link
   * HallucinatedToolNames} answered is such a result, too.
   *
   * <p>The result object carries it, not the chat memory. Where that object is {@code null}, or
   * structured content that is a single text, number or boolean, the content is one block with the
   * text.
   */
  public static ToolOutput outputOf(ToolExecution execution) {
    return ResultObjects.output(
        execution.resultObject(),
        execution.hasFailed(),
        execution.resultContents(),
        execution.attributes());
  }

  /** The same for who executes a tool by itself, such as by a {@code CatalogMcpClient}. */
  public static ToolOutput outputOf(ToolExecutionResult result) {
    return ResultObjects.output(
        result.result(), result.isError(), result.resultContents(), result.attributes());
  }

  /**
   * The tools that models are not offered, or with less than their input schemas say, in each form
   * that a model was offered them in so far. Each is logged once, too.
   */
  public List<SchemaReport> schemaReports() {
    return offers.reports();
  }

  /**
   * The tools that an invocation may use, by {@link McpToolProviderBuilder#toolsPerInvocation} if
   * there is one; throws what that throws.
   *
   * @param context {@code null} for nobody in particular, who may use none where the invocation
   *     decides
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
    return manner.dynamic();
  }

  /**
   * What is to become of calls by names that no tool has, for the AI service's {@code
   * hallucinatedToolNameStrategy}; by default, LangChain4j ends the AI service call.
   */
  public HallucinatedToolNames hallucinatedToolNames() {
    return new HallucinatedToolNames(
        context -> toolsPerInvocation != null && context == null ? null : toolsFor(context),
        moreTools,
        captures,
        manner.caller());
  }

  /**
   * Waits until the first attempt at every server has come to something, be it a failure. For
   * programs that ask the model right after they started.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    return catalog().awaitReady(atMost);
  }

  /** The catalogue whose tools are offered: the state of its servers, and their clients. */
  public ToolCatalog catalog() {
    return tools.catalog();
  }

  /** Ends the connections to the provider's own servers; a shared catalogue stays open. */
  @Override
  public void close() {
    closing.run();
  }
}
