package io.mcpbridge.transport;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * One failure ends many calls. Each of them throws its own exception, so that its stack trace shows
 * the call and not the reader thread; the original is the cause.
 */
final class SeenByWaiter {

  private static final Map<Class<?>, BiFunction<String, Throwable, McpException>> KINDS =
      Map.of(
          McpCancelledException.class, McpCancelledException::new,
          McpConnectException.class, McpConnectException::new,
          McpConnectionLostException.class, McpConnectionLostException::new,
          McpLimitException.class, McpLimitException::new,
          McpProtocolException.class, McpProtocolException::new,
          McpSessionLostException.class, McpSessionLostException::new,
          McpTimeoutException.class, McpTimeoutException::new);

  private SeenByWaiter() {}

  static McpException of(McpException original) {
    var kind = KINDS.get(original.getClass());
    return kind == null ? original : kind.apply(original.reason(), original);
  }
}
