package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolSet;
import org.jspecify.annotations.Nullable;

/**
 * Calls one tool. What goes wrong comes back as an error result, and not as an exception unless the
 * application wants that: some of those LangChain4j lets end the whole AI service call, and none
 * keeps its attributes.
 */
record CatalogToolExecutor(
    ToolSet tools, CatalogTool tool, ToolCaller caller, ResultMapping results)
    implements ToolExecutor {

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return results.of(caller.call(tools, tool, request, null), null).resultText();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    return results.of(caller.call(tools, tool, request, context), context);
  }
}
