package io.mcpbridge.revision;

import io.mcpbridge.transport.Channel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A channel that nobody has yet, except the work that is to make something of it. */
final class Unfinished {

  private Unfinished() {}

  /**
   * Does the work; if it fails, the channel is given up. Nobody waits for its end, which may take
   * longer than the work may.
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
