package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.result.FailureText;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.catalog.server.ToolErrorHandler.ToolError;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.text.UrlCredentials;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps exceptions to a sentence for the model, with the exception attached for the application,
 * whose handler may choose another text for any error of a server's tool.
 */
final class ErrorMappingStep implements PipelineStep<ToolCall> {

  private static final Logger log = LoggerFactory.getLogger(ErrorMappingStep.class);

  private final @Nullable ToolErrorHandler handler;

  /**
   * @param handler the application's, if it has one
   */
  ErrorMappingStep(@Nullable ToolErrorHandler handler) {
    this.handler = handler;
  }

  @Override
  public Next after(ToolCall call) {
    if (call.failure() instanceof RuntimeException e) {
      call.answer(failure(call, e));
    }
    ToolOutput output = call.output();
    if (handler != null
        && call.ownAnswer() == null
        && call.failure() == null
        && output != null
        && output.isError()
        && !(output.failure() instanceof McpCancelledException)) {
      String text = text(handler, new ToolError(call.tool(), call.caller(), output));
      call.answer(text == null ? output : output.withText(text));
    }
    return Next.RETURN;
  }

  /** The handler's text; {@code null} if it has none. */
  private static @Nullable String text(ToolErrorHandler handler, ToolError error) {
    String text;
    try {
      text = handler.handle(error);
    } catch (McpException e) {
      throw e;
    } catch (Exception e) { // Kotlin code throws checked exceptions, too
      log.warn(
          "The ToolErrorHandler failed for {}; the model reads the default text",
          error.tool().modelName(),
          e);
      return null;
    }
    if (text == null || text.isBlank()) {
      log.warn(
          "The ToolErrorHandler returned no text for {}; the model reads the default text",
          error.tool().modelName());
      return null;
    }
    return UrlCredentials.mask(text);
  }

  private static ToolOutput failure(ToolCall call, RuntimeException cause) {
    if (!(cause instanceof McpException)) {
      // Most likely the application's own code: an interceptor or a credentials supplier.
      log.error("A call of {} failed in this application", call.tool().modelName(), cause);
    }
    return outputOf(call, cause);
  }

  /** The default text for the model, and the exception for the application. */
  static ToolOutput outputOf(ToolCall call, RuntimeException cause) {
    if (cause instanceof McpException e) {
      McpException failure = call.described(call.tool().server(), e);
      return ToolOutput.failure(FailureText.of(failure, call.modelName()), failure);
    }
    return ToolOutput.failure(
        FailureText.of(call.modelName()),
        new McpException("failed in this application: " + cause, cause)
            .withDelivery(call.delivery()));
  }
}
