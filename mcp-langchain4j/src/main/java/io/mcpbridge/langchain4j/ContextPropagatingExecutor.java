package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Calls a tool with the context captured on the thread that invoked the AI service. */
record ContextPropagatingExecutor(CatalogToolExecutor executor, ContextSnapshot captured)
    implements AsyncToolExecutor {

  /** The tools of one invocation. */
  static ToolProviderResult of(ToolProviderResult offered, ContextSnapshot captured) {
    return new ToolProviderResult(
        offered.aiServiceTools().stream()
            .map(
                tool ->
                    AiServiceTool.builder()
                        .toolSpecification(tool.toolSpecification())
                        .toolExecutor(
                            new ContextPropagatingExecutor(
                                (CatalogToolExecutor) tool.toolExecutor(), captured))
                        .returnBehavior(tool.returnBehavior())
                        .build())
            .toList());
  }

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return captured.call(() -> executor.execute(request, memoryId));
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return captured.call(() -> executor.executeWithContext(request, context));
  }

  @Override
  public CompletableFuture<ToolExecutionResult> executeAsync(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return executor.executeAsync(request, context, captured);
  }
}
