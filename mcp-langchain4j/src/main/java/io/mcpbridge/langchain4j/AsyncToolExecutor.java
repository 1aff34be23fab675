package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What the executors of MCP tools can do with every version of LangChain4j that is supported. */
public interface AsyncToolExecutor extends ToolExecutor {

  /**
   * Calls the tool without blocking a thread while the server works on it; see {@link
   * io.mcpbridge.catalog.ToolSet#callAsync}. Part of LangChain4j's type from 1.20 on, where AI
   * services that return a {@code CompletableFuture}, a {@code Flow.Publisher} or a {@code Mono}
   * call it.
   *
   * @return completed as {@link #executeWithContext} returns or throws; cancelling it cancels the
   *     request at the server
   */
  CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context);
}
