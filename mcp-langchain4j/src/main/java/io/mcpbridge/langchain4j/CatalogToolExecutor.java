package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.client.CallOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls one tool. What goes wrong comes back as an error result, never as an exception: some of
 * those LangChain4j lets end the whole AI service call, and none keeps its attributes.
 */
record CatalogToolExecutor(ToolSet tools, String modelName) implements ToolExecutor {

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return call(request).text();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    ToolOutput output = call(request);
    return ToolExecutionResult.builder()
        .isError(output.isError())
        .resultText(output.text())
        .result(output)
        .attributes(attributes(output))
        .build();
  }

  private ToolOutput call(ToolExecutionRequest request) {
    return tools.call(modelName, request.arguments(), CallOptions.defaults());
  }

  private static Map<String, Object> attributes(ToolOutput output) {
    return output.meta().isEmpty()
        ? Map.of()
        : Map.of(McpToolProvider.META_ATTRIBUTE, output.meta());
  }
}
