package io.mcpbridge.client;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server writes to its client's log. It goes to this class's logger at debug, whatever level
 * the server gives it: a server is not to decide what is an error of this application.
 */
final class ServerLog {

  private static final Logger log = LoggerFactory.getLogger(ServerLog.class);

  private ServerLog() {}

  /**
   * The message that a notification is, logged.
   *
   * @return {@code null} if it is none
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
