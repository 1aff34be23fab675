package io.mcpbridge.transport;

import java.time.Duration;
import java.util.Optional;

/**
 * Where a server is, and how to get there. Building one does no I/O. Implementations are
 * thread-safe and may be opened many times, one channel after the other.
 */
public interface Transport {

  /**
   * Opens a live way to the server: starts the process, or prepares the connection pool.
   *
   * @param mode how the server is going to be spoken to
   * @param listener told about messages nobody waits for, and about the end of the channel
   * @param deadline until when to try
   * @throws io.mcpbridge.error.McpConnectException if there is no way to the server
   */
  Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline);

  /**
   * Names the server's address for people and as the key of what is remembered about it: a full
   * URL, a command line. Holds no secret: no user info, no environment, no header.
   */
  String address();

  /**
   * How long a server may leave the first question unanswered before its silence counts as "does
   * not know this kind of question" (2026-07-28, stdio, backward compatibility). Empty where
   * silence proves nothing, as over HTTP; that is the default.
   */
  default Optional<Duration> silenceIsAnAnswerAfter() {
    return Optional.empty();
  }

  /**
   * Whether a server can be spoken to in this mode here. The default says yes. Where it cannot
   * without a session, nothing has to be found out: it is greeted for one at once.
   */
  default boolean carries(ChannelMode mode) {
    return true;
  }

  /**
   * The transport that this one replaced, to the same server with the same settings and under the
   * same address; tried where the server turns out not to know this one (2025-11-25, transports,
   * backwards compatibility). Empty where there is none; that is the default.
   */
  default Optional<Transport> predecessor() {
    return Optional.empty();
  }
}
