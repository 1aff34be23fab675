package io.mcpbridge.internal.client.connection;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the server's log messages. Always at debug level, since a server must not decide what counts
 * as an error in this application.
 */
final class ServerLog {

  /** The documented name, which applications configure. */
  private static final Logger log = LoggerFactory.getLogger("io.mcpbridge.client.ServerLog");

  private ServerLog() {}

  /**
   * Parses and logs a log message notification.
   *
   * @return {@code null} if it is not a valid one
   */
  static @Nullable LogMessage message(String server, JsonRpcNotification notification) {
    JsonObject params = notification.params();
    if (params == null || !notification.method().equals("notifications/message")) {
      return null;
    }
    LoggingLevel level = LoggingLevel.of(params.string("level"));
    if (level == null) {
      return null;
    }
    LogMessage message =
        new LogMessage(level, params.string("logger"), params.get("data"), params.map("_meta"));
    log.debug("MCP server \"{}\": {}", server, message);
    return message;
  }
}
