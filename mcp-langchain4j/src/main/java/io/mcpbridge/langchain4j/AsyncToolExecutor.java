package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The executor of an MCP tool, with asynchronous calls for every supported version of LangChain4j.
 */
public interface AsyncToolExecutor extends ToolExecutor {

  /**
   * Calls the tool without blocking a thread while the server works on it; see {@link
   * io.mcpbridge.catalog.ToolSet#callAsync}. Part of LangChain4j's type from 1.20 on, where AI
   * services that return a {@code CompletableFuture}, a {@code Flow.Publisher} or a {@code Mono}
   * call it.
   *
   * @return completed as {@link #executeWithContext} returns or throws; canceling it cancels the
   *     request at the server
   */
  CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context);
}
