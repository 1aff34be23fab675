package io.mcpbridge.transport;

import org.jspecify.annotations.Nullable;

/** A live way to one server. Thread-safe: any number of exchanges may be under way at once. */
public interface Channel extends AutoCloseable {

  /**
   * Sends a request and returns the place where its answer will arrive. The caller closes the
   * exchange. Blocks only as long as sending takes.
   *
   * @throws io.mcpbridge.error.McpConnectException if nothing was sent
   * @throws io.mcpbridge.error.McpConnectionLostException if it broke while sending
   * @throws io.mcpbridge.error.McpTimeoutException if the deadline passed
   */
  Exchange exchange(Outbound request, Deadline deadline);

  /**
   * Sends a notification, or the response to a server's request.
   *
   * @throws io.mcpbridge.error.McpException as for {@link #exchange}
   */
  void send(Outbound message, Deadline deadline);

  /**
   * From now on the server is spoken to in this manner; what is under way goes on as it began. The
   * default is for transports that speak in one manner only: it does nothing.
   */
  default void speak(ChannelMode mode) {}

  /**
   * For whom the server would take what this thread asks: equal for one and the same, never a
   * secret. By default that is not known ({@code null}), so that nothing is kept which the server
   * means for one only.
   */
  default @Nullable Object principal() {
    return null;
  }

  /**
   * Waits until what the server says by itself can be heard, but not for long: it may have no way
   * to say anything. By default it can be heard at once.
   */
  default void awaitHearing(Deadline deadline) {}

  /**
   * Takes no further exchange, lets those under way come to their end, and closes then, for which
   * nobody waits. The default closes at once.
   */
  default void retire() {
    close();
  }

  /**
   * Whether the headers of what is sent reach the server. Over HTTP they do; the default says no.
   */
  default boolean carriesHeaders() {
    return false;
  }

  /**
   * Who hears what belongs to no exchange, as given to {@link Transport#open}. Asked for where an
   * exchange brings more than its sender has use for; a channel whose exchanges bring nothing but
   * their own progress and response needs none, which is the default.
   */
  default ChannelListener listener() {
    return ChannelListener.none();
  }

  /**
   * Whether another server may come to answer behind this channel, as over HTTP, where each request
   * finds its own way. A process stays what it is; so the default says no.
   */
  default boolean mayReachAnotherServer() {
    return false;
  }

  /**
   * The last lines that the server wrote for people rather than for its client, as a process does
   * on its standard error: printable, without secrets, of bounded length. By default there are
   * none.
   */
  default String standardError() {
    return "";
  }

  /** Whether a further exchange can be tried. */
  boolean isOpen();

  /** Ends the channel in bounded time. Open exchanges fail. Harmless when repeated. */
  @Override
  void close();
}
