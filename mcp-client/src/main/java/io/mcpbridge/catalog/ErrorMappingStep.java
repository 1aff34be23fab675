package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions to a sentence for the model, with the exception attached for the application. */
final class ErrorMappingStep implements ToolCallStep {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
    try {
      return chain.proceed(call);
    } catch (RuntimeException e) {
      return failure(call, e);
    }
  }

  @Override
  public CompletableFuture<ToolOutput> takeAsync(ToolCall call, AsyncCall async, AsyncRest rest) {
    try {
      return rest.proceed(call)
          .handle(
              (output, failure) ->
                  failure == null ? output : failure(call, AsyncCall.cause(failure)));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failure(call, e));
    }
  }

  private static ToolOutput failure(ToolCall call, RuntimeException cause) {
    CatalogTool tool = call.tool();
    if (cause instanceof McpException e) {
      e.during(tool.server(), "tools/call " + tool.name());
      return ToolOutput.failure(FailureText.of(e, call.modelName()), e);
    }
    // Most likely the application's own code: an interceptor or a credentials supplier.
    log.error("A call of {} failed in this application", tool.modelName(), cause);
    return ToolOutput.failure(
        FailureText.of(call.modelName()),
        new McpException("failed in this application: " + cause, cause));
  }
}
