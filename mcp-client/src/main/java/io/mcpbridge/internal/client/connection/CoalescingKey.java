package io.mcpbridge.internal.client.connection;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import org.jspecify.annotations.Nullable;

/** Notifications that are queued at most once and never dropped. */
enum CoalescingKey {
  CONNECTION_LOST,
  TOOLS_CHANGED,
  PROMPTS_CHANGED,
  RESOURCES_CHANGED;

  /** The constant for a notification; {@code null} if each occurrence counts. */
  static @Nullable CoalescingKey of(JsonRpcNotification notification) {
    return switch (notification.method()) {
      case "notifications/tools/list_changed" -> TOOLS_CHANGED;
      case "notifications/prompts/list_changed" -> PROMPTS_CHANGED;
      case "notifications/resources/list_changed" -> RESOURCES_CHANGED;
      default -> null;
    };
  }
}
