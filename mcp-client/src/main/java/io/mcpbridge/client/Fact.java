package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import org.jspecify.annotations.Nullable;

/** What is worth knowing of a server once, and must not be missed. */
enum Fact {
  CONNECTION_LOST,
  TOOLS_CHANGED,
  PROMPTS_CHANGED,
  RESOURCES_CHANGED;

  /** The fact that a notification tells; {@code null} if it is something said once. */
  static @Nullable Fact of(JsonRpcNotification notification) {
    return switch (notification.method()) {
      case "notifications/tools/list_changed" -> TOOLS_CHANGED;
      case "notifications/prompts/list_changed" -> PROMPTS_CHANGED;
      case "notifications/resources/list_changed" -> RESOURCES_CHANGED;
      default -> null;
    };
  }
}
