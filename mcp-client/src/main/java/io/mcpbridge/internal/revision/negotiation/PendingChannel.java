package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.transport.Channel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A channel during its handshake, before it has an owner. */
final class PendingChannel {

  private PendingChannel() {}

  /**
   * Runs the work and closes the channel if it fails, without waiting for the channel's end, which
   * may take longer than the deadline allows.
   */
  static <T extends @Nullable Object> T closedOnFailure(Channel channel, Supplier<T> work) {
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        channel.retire();
      }
    }
  }
}
