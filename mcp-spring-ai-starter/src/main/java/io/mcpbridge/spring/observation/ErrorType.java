package io.mcpbridge.spring.observation;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.CallToolResult;
import org.jspecify.annotations.Nullable;

/** What kind of failure a request ended with, as OpenTelemetry's {@code error.type}. */
final class ErrorType {

  private static final String TOOL_ERROR = "tool_error";

  private ErrorType() {}

  /** {@code null} if it did not fail, or has not ended. */
  static @Nullable String of(McpClientObservationContext context) {
    Throwable error = context.getError();
    if (error == null || error instanceof ToolReportedError) {
      return isToolError(context) ? TOOL_ERROR : null;
    }
    if (error instanceof McpErrorResponseException refusal) {
      return String.valueOf(refusal.code());
    }
    if (error instanceof McpHttpStatusException http) {
      return String.valueOf(http.status());
    }
    return error instanceof McpTimeoutException ? "timeout" : error.getClass().getName();
  }

  static boolean isToolError(McpClientObservationContext context) {
    return context.getResponse() instanceof CallToolResult result && result.isError();
  }

  /** A tool's own failure is a result; an observation takes no other sign of one than this. */
  static final class ToolReportedError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ToolReportedError() {
      super("the tool reports an error", null, false, false);
    }
  }
}
