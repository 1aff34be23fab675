package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the first failure of each kind until a call of the server succeeds. The model gets every
 * failure.
 */
final class CallFailureLogger {

  private static final Logger log = LoggerFactory.getLogger(CallFailureLogger.class);

  private final OnceLogger lastLogged = new OnceLogger();

  void happened(McpException failure) {
    if (!(failure instanceof McpCancelledException)
        && lastLogged.isFirst(failure.getClass().getName())) {
      log.warn("Tool call failed; error returned to the model: {}", failure.getMessage());
    } else {
      log.debug("A tool call failed", failure);
    }
  }

  void succeeded() {
    lastLogged.forget();
  }
}
