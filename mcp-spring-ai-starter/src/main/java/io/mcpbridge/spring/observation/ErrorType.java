package io.mcpbridge.spring.observation;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.CallToolResult;
import org.jspecify.annotations.Nullable;

/**
 * What kind of failure a request ended with, as OpenTelemetry's {@code error.type}. A server can
 * send any number; each value of a tag is a meter of its own, so only numbers that specifications
 * give are passed on.
 */
final class ErrorType {

  private static final String TOOL_ERROR = "tool_error";

  /** What OpenTelemetry says for values that are not listed. */
  private static final String OTHER = "_OTHER";

  private ErrorType() {}

  /** {@code null} if it did not fail, or has not ended. */
  static @Nullable String of(McpClientObservationContext context) {
    Throwable error = context.getError();
    if (error == null || error instanceof ToolReportedError) {
      return isToolError(context) ? TOOL_ERROR : null;
    }
    if (error instanceof McpErrorResponseException refusal) {
      return ofRefusal(refusal);
    }
    if (error instanceof McpHttpStatusException http) {
      return within(100, http.status(), 599);
    }
    return error instanceof McpTimeoutException ? "timeout" : error.getClass().getName();
  }

  /** The codes that JSON-RPC 2.0 reserves (section 5.1), to which MCP's own belong. */
  static String ofRefusal(McpErrorResponseException refusal) {
    return within(-32768, refusal.code(), -32000);
  }

  private static String within(int first, int number, int last) {
    return first <= number && number <= last ? String.valueOf(number) : OTHER;
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
