package io.mcpbridge.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import org.jspecify.annotations.Nullable;

/** Hears what a {@link Listening} brings. Called on I/O threads: hands over and returns at once. */
public interface News {

  /** Something that was asked for has changed. */
  void heard(JsonRpcNotification notification);

  /**
   * Nothing more will be heard.
   *
   * @param cause {@code null} if the server ended it in good order
   */
  void ended(@Nullable McpException cause);
}
