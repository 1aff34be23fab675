package io.mcpbridge.internal.http.call;

import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Outbound;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** The session of a channel's requests, if there is one. */
public interface Session {

  /** The initial session of a mode. */
  static Session of(ChannelMode mode) {
    return switch (mode) {
      case STATELESS -> NoSession.INSTANCE;
      case SESSION -> new HttpSession();
    };
  }

  /** Adds the session headers to a message. */
  void join(ClassicHttpRequest request, Outbound message);

  /** Adds to a request without a message the headers that messages have. */
  void join(ClassicHttpRequest request);

  /**
   * Reads the session headers of a 2xx response.
   *
   * @throws IllegalArgumentException if the server's session id is invalid
   */
  void accepted(Outbound message, HttpResponse response);

  /** Whether the server may send messages on its own once this message was accepted. */
  boolean isOpenedBy(Outbound message);

  /** Whether an interrupted response can be resumed. */
  boolean resumesAnswers();

  /** The session's id, a secret; {@code null} if there is none. */
  default @Nullable String id() {
    return null;
  }

  /** Discards the session: the response that opened it was for another request. */
  void forget();

  /** Whether a refusal means that the server ended the session. */
  boolean isLost(ClassicHttpRequest request, ErrorStatusResponse errorStatusResponse);

  /**
   * Marks the session as lost. Further requests still carry its id, so that they fail with its
   * loss; no DELETE is sent for it.
   */
  void markLost(ClassicHttpRequest request);

  /** Whether cancellation needs a notification, because closing the stream does not signal it. */
  boolean announcesCancellation();

  /** Fills in the DELETE of the session; false if there is none to end. */
  boolean terminate(ClassicHttpRequest delete);
}
