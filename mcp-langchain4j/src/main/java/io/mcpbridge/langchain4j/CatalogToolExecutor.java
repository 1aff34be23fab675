package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CallerContext;
import io.mcpbridge.catalog.server.CallerContext.ContextSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import java.util.concurrent.CompletableFuture;
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
    return results.of(caller.call(tools, tool, request, null), null).resultText();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return results.of(caller.call(tools, tool, request, context), context);
  }

  @Override
  public CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return executeAsync(request, context, CallerContext.NOTHING);
  }

  /**
   * @param captured restored on the threads of the call
   */
  CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context, ContextSnapshot captured) {
    CompletableFuture<ToolOutput> output =
        caller.callAsync(tools, tool, request, context, captured);
    CompletableFuture<ToolExecutionResult> result =
        output.thenApply(known -> results.of(known, context));
    result.whenComplete(
        (known, failure) -> {
          output.cancel(true); // harmless unless the caller completed the result
        });
    return result;
  }
}
