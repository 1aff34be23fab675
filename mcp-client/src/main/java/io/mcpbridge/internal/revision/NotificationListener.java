package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import org.jspecify.annotations.Nullable;

/** Listener of a {@link RevisionSubscription}. Called on I/O threads, so it must not block. */
public interface NotificationListener {

  /** A change notification has arrived. */
  void onNotification(JsonRpcNotification notification);

  /**
   * The subscription has ended.
   *
   * @param cause {@code null} if the server ended it regularly
   */
  void ended(@Nullable McpException cause);
}
