package io.mcpbridge.catalog.call;

import io.mcpbridge.catalog.result.FailureText;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions to a sentence for the model, with the exception attached for the application. */
final class ErrorMappingStep implements PipelineStep<ToolCall> {

  private static final Logger log = LoggerFactory.getLogger(ErrorMappingStep.class);

  @Override
  public Next after(ToolCall call) {
    return call.failure() instanceof RuntimeException e
        ? call.answer(failure(call, e))
        : Next.RETURN;
  }

  private static ToolOutput failure(ToolCall call, RuntimeException cause) {
    CatalogTool tool = call.tool();
    if (cause instanceof McpException e) {
      McpException failure = call.described(tool.server(), e);
      return ToolOutput.failure(
          FailureText.of(failure, call.modelName(), call.mayHaveRunBefore()), failure);
    }
    // Most likely the application's own code: an interceptor or a credentials supplier.
    log.error("A call of {} failed in this application", tool.modelName(), cause);
    return ToolOutput.failure(
        FailureText.of(call.modelName()),
        new McpException("failed in this application: " + cause, cause));
  }
}
