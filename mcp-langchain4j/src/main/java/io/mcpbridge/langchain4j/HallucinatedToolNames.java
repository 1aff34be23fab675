package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.catalog.ToolSet;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of calls by names that no tool has, in place of the exception by which LangChain4j
 * ends the AI service call. The model is told which names it may have meant; and where only one
 * tool can be meant, because it wrote a dot for two underscores or left the server out, that tool
 * is called.
 *
 * <pre>{@code
 * HallucinatedToolNames names = tools.hallucinatedToolNames();
 * AiServices.builder(Assistant.class)
 *     .toolProvider(tools)
 *     .hallucinatedToolNameStrategy(names)
 *     .beforeToolExecution(names.invocations())
 * }</pre>
 *
 * <p>The last line says on whose behalf a call is made, which LangChain4j does not tell the
 * strategy. Without it no tool is called: it could be done in the wrong name.
 *
 * <p>LangChain4j takes over the text of the result and nothing else, so that the application finds
 * no {@code ToolOutput} and no error in such a tool execution. Thread-safe.
 */
public final class HallucinatedToolNames
    implements Function<ToolExecutionRequest, ToolExecutionResultMessage> {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  private final Function<@Nullable InvocationContext, @Nullable ToolSet> tools;
  private final Supplier<@Nullable ToolSet> moreTools;
  private final Captures captures;
  private final ToolCaller caller;
  private final ThreadLocal<@Nullable Announced> announced = new ThreadLocal<>();

  /** A call that LangChain4j is about to make; held no longer than by LangChain4j itself. */
  private record Announced(
      WeakReference<ToolExecutionRequest> request, WeakReference<InvocationContext> context) {

    static Announced of(BeforeToolExecution call) {
      return new Announced(
          new WeakReference<>(call.request()), new WeakReference<>(call.invocationContext()));
    }
  }

  /**
   * @param tools that an invocation may use; {@code null} where that cannot be told without one
   * @param moreTools those beside them, asked with what was there on the thread of the invocation
   * @param captures what was there on the threads of invocations
   */
  HallucinatedToolNames(
      Function<@Nullable InvocationContext, @Nullable ToolSet> tools,
      Supplier<@Nullable ToolSet> moreTools,
      Captures captures,
      ToolCaller caller) {
    this.tools = tools;
    this.moreTools = moreTools;
    this.captures = captures;
    this.caller = caller;
  }

  /** Notes for whom each call is made; for the AI service's {@code beforeToolExecution}. */
  public Consumer<BeforeToolExecution> invocations() {
    return call -> announced.set(Announced.of(call));
  }

  /** Called by LangChain4j on the thread that it would have called the tool on. Never throws. */
  @Override
  public ToolExecutionResultMessage apply(ToolExecutionRequest request) {
    InvocationContext context = contextOf(request);
    ToolSet among = toolsFor(context);
    if (among == null) {
      return answer(request, ToolSet.unknownTool(request.name(), List.of(), true), true);
    }
    ToolSet more = context == null ? null : moreTools(context);
    List<ToolSet> all = more == null ? List.of(among) : List.of(among, more);
    ToolSet.Meant meant = ToolSet.meant(request.name(), all);
    return context == null || meant == null
        ? answer(request, ToolSet.unknownTool(request.name(), all, false), true)
        : called(meant, request, context);
  }

  private ToolExecutionResultMessage called(
      ToolSet.Meant meant, ToolExecutionRequest request, InvocationContext context) {
    ToolExecutionRequest corrected = request.toBuilder().name(meant.tool().modelName()).build();
    ToolOutput output =
        captures
            .of(context)
            .during(() -> caller.call(meant.tools(), meant.tool(), corrected, context));
    return answer(request, output.text(), output.isError());
  }

  private @Nullable ToolSet moreTools(InvocationContext context) {
    try {
      return captures.of(context).during(moreTools::get);
    } catch (RuntimeException e) {
      log.error("A call by a name that no tool has was not looked into: moreTools threw", e);
      return null;
    }
  }

  /** LangChain4j would let what the application throws here end the AI service call. */
  private @Nullable ToolSet toolsFor(@Nullable InvocationContext context) {
    try {
      return tools.apply(context);
    } catch (RuntimeException e) {
      log.error(
          "A call by a name that no tool has was not looked into: toolsPerInvocation threw", e);
      return null;
    }
  }

  /** Of this very request: whatever else was announced on this thread is somebody else's. */
  private @Nullable InvocationContext contextOf(ToolExecutionRequest request) {
    Announced last = announced.get();
    announced.remove();
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
