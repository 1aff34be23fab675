package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.jsonrpc.RequestIds;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** The POST of one message, as part of the channel's session. */
final class StreamableHttpPost extends HttpCall {

  private final Session session;
  private final Outbound message;

  /**
   * Asks for credentials on this thread.
   *
   * @param deadline the deadline for credentials
   */
  StreamableHttpPost(
      StreamableHttpChannel channel, Outbound message, Place place, Deadline deadline) {
    this(channel, channel.session(), message, message.message().toBytes(), place, deadline);
  }

  private StreamableHttpPost(
      StreamableHttpChannel channel,
      Session session,
      Outbound message,
      byte[] body,
      Place place,
      Deadline deadline) {
    super(
        channel.handle(),
        channel.requests(),
        channel.errors(message.subject()),
        place,
        deadline,
        patience -> channel.requests().post(message, body, session, patience));
    this.session = session;
    this.message = message;
  }

  @Override
  ClassicHttpResponse receive(Deadline deadline) {
    ClassicHttpResponse response = super.receive(deadline);
    if (response.getCode() / 100 == 2) {
      accept(response);
    }
    return response;
  }

  private void accept(ClassicHttpResponse response) {
    try {
      session.accepted(message, response);
    } catch (IllegalArgumentException e) {
      throw errors().notProtocol(String.valueOf(e.getMessage()));
    }
  }

  /** An acknowledgment has no message; one with a message may belong to another request. */
  @Override
  void confirmed(ClassicHttpResponse response) {
    if (HttpAnswers.isMessage(response)) {
      outOfStep();
    }
    super.confirmed(response);
  }

  /** The session that such a response may have opened is another's, too. */
  @Override
  void outOfStep() {
    super.outOfStep();
    if (message.part() == Outbound.Part.OPENS) {
      session.forget();
    }
  }

  /** Compares the id; many servers refuse without one, or with one that no request has. */
  @Override
  boolean isAnothers(Refusal refusal) {
    RequestId theirs = refusal.response() == null ? null : refusal.response().id();
    return theirs != null
        && RequestIds.mayInclude(theirs)
        && !(message.message() instanceof JsonRpcRequest request && request.id().equals(theirs));
  }

  /**
   * {@inheritDoc}
   *
   * @throws McpSessionLostException if it means that
   */
  @Override
  Refusal refusal(ClassicHttpResponse response, Deadline deadline) {
    Refusal refusal = super.refusal(response, deadline);
    if (isAnothers(refusal)) {
      throw errors().anothersAnswer();
    }
    if (session.isLost(attempt().request(), refusal)) {
      session.lost(attempt().request());
      throw new McpSessionLostException(
          "the server no longer knows the session; "
              + errors().what()
              + " was answered with HTTP status "
              + refusal.status());
    }
    return refusal;
  }

  /** The session it belongs to, even if the channel has a new one. */
  Session session() {
    return session;
  }
}
