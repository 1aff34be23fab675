package io.mcpbridge.spring.observation;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.CallToolResult;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's {@code error.type} of a request. Servers can send any error code, and each tag
 * value is a separate meter, so only codes from specifications are passed on.
 */
final class ErrorType {

  private static final String TOOL_ERROR = "tool_error";

  /** OpenTelemetry's value for everything else. */
  private static final String OTHER = "_OTHER";

  private ErrorType() {}

  /** The error type; {@code null} if the request did not fail or has not ended. */
  static @Nullable String of(McpClientObservationContext context) {
    Throwable error = context.getError();
    if (error == null || error instanceof ToolReportedError) {
      return isToolError(context) ? TOOL_ERROR : null;
    }
    return ofError(error);
  }

  /** The error type of an exception. */
  static String ofError(Throwable error) {
    if (error instanceof McpErrorResponseException refusal) {
      return ofRefusal(refusal);
    }
    if (error instanceof McpHttpStatusException http) {
      return codeInRange(100, http.status(), 599);
    }
    return error instanceof McpTimeoutException ? "timeout" : error.getClass().getName();
  }

  /** The codes that JSON-RPC 2.0 reserves (section 5.1), to which MCP's own belong. */
  static String ofRefusal(McpErrorResponseException refusal) {
    return codeInRange(-32768, refusal.code(), -32000);
  }

  private static String codeInRange(int first, int number, int last) {
    return first <= number && number <= last ? String.valueOf(number) : OTHER;
  }

  static boolean isToolError(McpClientObservationContext context) {
    return context.getResponse() instanceof CallToolResult result && result.isError();
  }

  /** A result with {@code isError}: an observation can report a failure only as an exception. */
  static final class ToolReportedError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ToolReportedError() {
      super("the tool reports an error", null, false, false);
    }
  }
}
