package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CallerContext.Captured;
import org.jspecify.annotations.Nullable;

/** Calls a tool with what was there on the thread that invoked the AI service. */
record CapturedTools(ToolExecutor executor, Captured captured) implements ToolExecutor {

  /** The tools of one invocation. */
  static ToolProviderResult of(ToolProviderResult offered, Captured captured) {
    return new ToolProviderResult(
        offered.aiServiceTools().stream()
            .map(
                tool ->
                    AiServiceTool.builder()
                        .toolSpecification(tool.toolSpecification())
                        .toolExecutor(new CapturedTools(tool.toolExecutor(), captured))
                        .returnBehavior(tool.returnBehavior())
                        .build())
            .toList());
  }

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return captured.during(() -> executor.execute(request, memoryId));
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return captured.during(() -> executor.executeWithContext(request, context));
  }
}
