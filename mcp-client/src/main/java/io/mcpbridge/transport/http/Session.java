package io.mcpbridge.transport.http;

import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Outbound;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpResponse;

/** What ties the requests of a channel together, if anything does. */
interface Session {

  /** The manners of a mode, before anything was said. */
  static Session in(ChannelMode mode) {
    return switch (mode) {
      case STATELESS -> NoSession.INSTANCE;
      case SESSION -> new HttpSession();
    };
  }

  /** Adds the headers that show the message's membership. */
  void join(ClassicHttpRequest request, Outbound message);

  /** The same for a request that carries no message: with the headers that messages have. */
  void join(ClassicHttpRequest request);

  /**
   * Learns from a 2xx answer.
   *
   * @throws IllegalArgumentException if the server's session id is not one
   */
  void accepted(Outbound message, HttpResponse response);

  /** Whether the server may speak by itself once this message was accepted. */
  boolean isOpenedBy(Outbound message);

  /** Whether an answer whose stream was cut may be asked for again. */
  boolean resumesAnswers();

  /** What was accepted was not meant for this session: it is not open after all. */
  void forget();

  /** Whether a refusal means that the server no longer knows the session. */
  boolean isLost(ClassicHttpRequest request, Refusal refusal);

  /**
   * The session is lost. Further requests show it all the same, because its loss is what they have
   * to hear of; but it is not ended again.
   */
  void lost(ClassicHttpRequest request);

  /** Whether a server must be told of a cancelled request, because a closed stream says nothing. */
  boolean announcesCancellation();

  /** Makes the request that ends the session; false if there is none to end. */
  boolean leave(ClassicHttpRequest delete);
}
