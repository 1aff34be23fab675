package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import io.mcpbridge.catalog.SearchToolSets;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Strategy for calls to unknown tools, instead of the exception by which LangChain4j ends the AI
 * service call. The model gets an error with similar names. If only one tool can be meant, because
 * the model wrote a dot for two underscores or omitted the server, that tool is called.
 *
 * <pre>{@code
 * HallucinatedToolNames names = tools.hallucinatedToolNames();
 * AiServices.builder(Assistant.class)
 *     .toolProvider(tools)
 *     .hallucinatedToolNameStrategy(names)
 *     .beforeToolExecution(names.invocations())
 * }</pre>
 *
 * <p>The last line provides the invocation, which LangChain4j does not pass to the strategy.
 * Without it no tool is called, because the call could run for the wrong user.
 *
 * <p>LangChain4j takes only the text of the result, so the application finds no {@code ToolOutput}
 * and no exception in such a tool execution. Thread-safe.
 */
public final class HallucinatedToolNames
    implements Function<ToolExecutionRequest, ToolExecutionResultMessage> {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  private final Function<@Nullable InvocationContext, @Nullable ToolSet> tools;
  private final Supplier<@Nullable ToolSet> additionalTools;
  private final CapturedContexts capturedContexts;
  private final ToolCaller caller;
  private final SearchToolSets search;
  private final Supplier<ToolCatalog> catalog;
  private final ThreadLocal<@Nullable PendingCall> pendingCall = new ThreadLocal<>();

  /** A call that LangChain4j is about to make; held weakly. */
  private record PendingCall(
      WeakReference<ToolExecutionRequest> request, WeakReference<InvocationContext> context) {

    static PendingCall of(BeforeToolExecution call) {
      return new PendingCall(
          new WeakReference<>(call.request()), new WeakReference<>(call.invocationContext()));
    }
  }

  /**
   * @param tools the tools of an invocation; {@code null} if they depend on an invocation and there
   *     is none
   * @param additionalTools additional tools, supplied with the context captured on the invocation's
   *     thread
   * @param capturedContexts the contexts captured on threads of invocations
   * @param search the search tools that are offered instead
   * @param catalog counts and reports the calls of unknown tools
   */
  HallucinatedToolNames(
      Function<@Nullable InvocationContext, @Nullable ToolSet> tools,
      Supplier<@Nullable ToolSet> additionalTools,
      CapturedContexts capturedContexts,
      ToolCaller caller,
      SearchToolSets search,
      Supplier<ToolCatalog> catalog) {
    this.tools = tools;
    this.additionalTools = additionalTools;
    this.capturedContexts = capturedContexts;
    this.caller = caller;
    this.search = search;
    this.catalog = catalog;
  }

  /** Records the invocation of each call; for the AI service's {@code beforeToolExecution}. */
  public Consumer<BeforeToolExecution> invocations() {
    return call -> pendingCall.set(PendingCall.of(call));
  }

  /**
   * Called by LangChain4j on the thread of the tool call. Throws only what a limit of calls or the
   * application's error handler throws.
   */
  @Override
  public ToolExecutionResultMessage apply(ToolExecutionRequest request) {
    InvocationContext context = contextOf(request);
    List<ToolSet> toolSets = toolSets(context);
    ToolSet.MatchedTool matchedTool =
        context == null ? null : ToolSet.matchedTool(request.name(), toolSets);
    return context == null || matchedTool == null
        ? unknown(request, toolSets, context)
        : called(matchedTool, request, context);
  }

  /** The sets whose tools the model has; empty if that is unknown. */
  private List<ToolSet> toolSets(@Nullable InvocationContext context) {
    ToolSet tools = toolsFor(context);
    if (tools == null) {
      return List.of();
    }
    ToolSet additional = context == null ? null : additionalTools(context);
    SearchTools searchTools =
        search.instead(
            tools, additional, ToolLimits.of(context == null ? null : context.modelProvider()));
    if (searchTools != null) {
      return List.of(searchTools);
    }
    return additional == null ? List.of(tools) : List.of(tools, additional);
  }

  private ToolExecutionResultMessage unknown(
      ToolExecutionRequest request, List<ToolSet> toolSets, @Nullable InvocationContext context) {
    ContextSnapshot captured =
        context == null ? ThreadContextProvider.NOTHING : capturedContexts.of(context);
    ToolOutput output =
        captured.call(
            () ->
                catalog
                    .get()
                    .callUnknownTool(
                        request.name(),
                        request.arguments(),
                        CallingUser.callOptions(CallOptions.defaults(), null, context),
                        () -> ToolSet.unknownTool(request.name(), toolSets, toolSets.isEmpty())));
    return answer(request, output.text(), output.isError());
  }

  private ToolExecutionResultMessage called(
      ToolSet.MatchedTool matchedTool, ToolExecutionRequest request, InvocationContext context) {
    ToolExecutionRequest corrected =
        request.toBuilder().name(matchedTool.tool().modelName()).build();
    ToolOutput output =
        capturedContexts
            .of(context)
            .call(() -> caller.call(matchedTool.tools(), matchedTool.tool(), corrected, context));
    return answer(request, output.text(), output.isError());
  }

  private @Nullable ToolSet additionalTools(InvocationContext context) {
    try {
      return capturedContexts.of(context).call(additionalTools::get);
    } catch (RuntimeException e) {
      log.error("Cannot check a call of an unknown tool: additionalTools threw", e);
      return null;
    }
  }

  /** LangChain4j would end the AI service call on an exception of the application's code. */
  private @Nullable ToolSet toolsFor(@Nullable InvocationContext context) {
    try {
      return tools.apply(context);
    } catch (RuntimeException e) {
      log.error("Cannot check a call of an unknown tool: toolsPerInvocation threw", e);
      return null;
    }
  }

  /** Only for this very request: other calls on this thread may belong to other invocations. */
  private @Nullable InvocationContext contextOf(ToolExecutionRequest request) {
    PendingCall last = pendingCall.get();
    pendingCall.remove();
    return last != null && last.request().get() == request ? last.context().get() : null;
  }

  private static ToolExecutionResultMessage answer(
      ToolExecutionRequest request, String text, boolean isError) {
    return ToolExecutionResultMessage.builder()
        .id(request.id())
        .toolName(request.name())
        .text(text)
        .isError(isError)
        .build();
  }
}
