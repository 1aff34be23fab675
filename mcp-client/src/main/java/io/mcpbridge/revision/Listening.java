package io.mcpbridge.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import org.jspecify.annotations.Nullable;

/** One subscription on one connection. Thread-safe. */
public interface Listening {

  /**
   * Asks the server to tell, and waits until it is known what it agrees to. Called once.
   *
   * @return what it agrees to: of what was asked, only what it declares to offer
   * @throws io.mcpbridge.error.McpUnsupportedException if it does not know how to be listened to
   * @throws io.mcpbridge.error.McpException if it could not be asked, or did not say in time
   */
  SubscriptionFilter begin(Deadline deadline);

  /**
   * Why the server does not tell of a resource that was asked for, once it has begun.
   *
   * @return {@code null} if it refused none, or did not say why
   */
  default @Nullable McpException refusal() {
    return null;
  }

  /**
   * Looks at a notification that came with no answer; never blocks.
   *
   * @return whether it is for this subscription alone
   */
  boolean take(JsonRpcNotification notification);

  /** Tells the server that it need not tell any more, as far as that takes no time to speak of. */
  void end();
}
