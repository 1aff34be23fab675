package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.FoundTools;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolSet.MatchedTool;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.text.ServerText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes tool calls within invocations. Failures are in the output, with the tool name of the
 * request: with a client of one server, that is the server's own name.
 */
record ToolCaller(CallOptionsPerInvocation options, FoundTools foundTools) {

  /** Passed to the application's functions if LangChain4j provides no invocation. */
  private static final InvocationContext NO_INVOCATION =
      InvocationContext.builder().invocationParameters(new InvocationParameters()).build();

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  ToolOutput call(
      ToolSet tools,
      CatalogTool tool,
      ToolExecutionRequest request,
      @Nullable InvocationContext context) {
    SearchTools.Target target = SearchTools.target(tools, tool, request.arguments());
    if (target != null) {
      return call(target.tools(), target.tool(), of(target, request), context);
    }
    return CurrentInvocation.callDuring(
        context,
        () -> {
          CallOptions callOptions;
          try {
            callOptions = optionsOf(tool, request, context);
          } catch (RuntimeException e) {
            return failed(tool, request, e);
          }
          ToolOutput output = new MatchedTool(tools, tool).call(request.arguments(), callOptions);
          record(tool, output, CallingUser.conversation(context), context);
          return output;
        });
  }

  /**
   * The same without a thread that waits for the server.
   *
   * @param captured restored on the threads of the call
   */
  CompletableFuture<ToolOutput> callAsync(
      ToolSet tools,
      CatalogTool tool,
      ToolExecutionRequest request,
      @Nullable InvocationContext context,
      ContextSnapshot captured) {
    SearchTools.Target target = SearchTools.target(tools, tool, request.arguments());
    if (target != null) {
      return callAsync(target.tools(), target.tool(), of(target, request), context, captured);
    }
    ContextSnapshot invocationContext = new OfInvocation(context, captured);
    CallOptions callOptions;
    try {
      callOptions = invocationContext.call(() -> optionsOf(tool, request, context));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(tool, request, e));
    }
    return new MatchedTool(tools, tool)
        .callAsync(request.arguments(), callOptions, invocationContext);
  }

  private static ToolExecutionRequest of(SearchTools.Target target, ToolExecutionRequest request) {
    return request.toBuilder()
        .name(target.tool().modelName())
        .arguments(target.argumentsJson())
        .build();
  }

  /** The captured context and the invocation of a call. */
  private record OfInvocation(@Nullable InvocationContext context, ContextSnapshot captured)
      implements ContextSnapshot {

    @Override
    public @Nullable Object user() {
      return captured.user();
    }

    @Override
    public @Nullable Object callingUser() {
      return captured.callingUser();
    }

    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      return captured.call(() -> CurrentInvocation.callDuring(context, call));
    }
  }

  /** Makes an approved call, as the model would in this invocation. */
  ToolOutput resume(
      MatchedTool matched,
      PendingApproval approval,
      @Nullable Object conversation,
      InvocationContext context) {
    return CurrentInvocation.callDuring(
        context,
        () ->
            matched.call(
                approval.argumentsJson(),
                optionsOf(matched.tool(), context).toBuilder()
                    .conversationId(conversation)
                    .approvalId(approval.id())
                    .build()));
  }

  /** Remembers what the model found, before it reads the result. */
  void record(
      CatalogTool tool,
      ToolOutput output,
      Object conversation,
      @Nullable InvocationContext context) {
    if (context != null) {
      foundTools.record(conversation, tool, output);
    }
  }

  private CallOptions optionsOf(
      CatalogTool tool, ToolExecutionRequest request, @Nullable InvocationContext context) {
    boolean isOtherName = request.name() != null && !request.name().equals(tool.modelName());
    return optionsOf(tool, isOtherName ? ServerText.line(request.name()) : null, context);
  }

  /** The options of a call by the catalog's name. */
  CallOptions optionsOf(CatalogTool tool, InvocationContext context) {
    return optionsOf(tool, (String) null, context);
  }

  private CallOptions optionsOf(
      CatalogTool tool, @Nullable String shownName, @Nullable InvocationContext context) {
    CallOptions callOptions =
        Objects.requireNonNull(
            options.of(tool, context == null ? NO_INVOCATION : context),
            "callOptions returned null");
    return CallingUser.callOptions(callOptions, shownName, context);
  }

  private static ToolOutput failed(
      CatalogTool tool, ToolExecutionRequest request, RuntimeException cause) {
    log.error("Call of {} not sent: its options could not be created", tool.modelName(), cause);
    McpException failure =
        new McpException("the options of the call could not be created", cause)
            .withOperation(tool.server(), "tools/call " + tool.name());
    return new ToolOutput(
        ServerText.line(request.name()) + " did not run; trying the same again will not help.",
        true,
        null,
        List.of(),
        Map.of(),
        failure);
  }
}
