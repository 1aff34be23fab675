package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.error.McpException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Calls one tool. Failures become error results, and exceptions only if the application wants that:
 * LangChain4j lets some exceptions end the whole AI service call, and keeps the attributes of none.
 */
record CatalogToolExecutor(
    ToolSet tools, CatalogTool tool, ToolCaller caller, ResultMapping results)
    implements AsyncToolExecutor {

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return results.of(call(request, null), null).resultText();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return results.of(call(request, context), context);
  }

  private ToolOutput call(ToolExecutionRequest request, @Nullable InvocationContext context) {
    try {
      return caller.call(tools, tool, request, context);
    } catch (McpException e) {
      throw ending(e);
    }
  }

  /**
   * A limit of the catalog or the application's error handler ends the AI service call: LangChain4j
   * shows the model all exceptions of tools but this one, whose cause it rethrows.
   */
  private static ToolArgumentsException ending(McpException failure) {
    return new ToolArgumentsException(failure);
  }

  @Override
  public CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return executeAsync(request, context, ThreadContextProvider.NOTHING);
  }

  /**
   * @param captured restored on the threads of the call
   */
  CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context, ContextSnapshot captured) {
    CompletableFuture<ToolOutput> output =
        caller.callAsync(tools, tool, request, context, captured);
    CompletableFuture<ToolExecutionResult> result =
        output
            .exceptionally(
                failure -> {
                  Throwable cause =
                      failure instanceof CompletionException ? failure.getCause() : failure;
                  if (cause instanceof McpException ends) {
                    throw ending(ends);
                  }
                  throw failure instanceof RuntimeException unchecked
                      ? unchecked
                      : new CompletionException(failure);
                })
            .thenApply(
                toolOutput -> {
                  caller.record(
                      tool, toolOutput, CallingUser.conversation(captured, context), context);
                  return results.of(toolOutput, context);
                });
    result.whenComplete(
        (ignored, failure) -> {
          output.cancel(true); // harmless unless the caller completed the result
        });
    return result;
  }
}
