package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.RequestPermit;
import io.mcpbridge.internal.http.call.Session;
import io.mcpbridge.internal.http.sse.HttpResponseParser;
import io.mcpbridge.internal.message.RequestIds;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.Map;
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
      StreamableHttpChannel channel,
      Outbound message,
      RequestPermit requestPermit,
      Deadline deadline) {
    this(channel, channel.session(), message, message.message().toBytes(), requestPermit, deadline);
  }

  private StreamableHttpPost(
      StreamableHttpChannel channel,
      Session session,
      Outbound message,
      byte[] body,
      RequestPermit requestPermit,
      Deadline deadline) {
    super(
        channel.handle(),
        channel.requests(),
        channel.errors(message.subject()),
        requestPermit,
        deadline,
        waitContext -> channel.requests().post(message, body, session, waitContext));
    this.session = session;
    this.message = message;
  }

  /** The headers of the call, which its continuation repeats. */
  Map<String, String> callHeaders() {
    return message.callHeaders();
  }

  @Override
  public ClassicHttpResponse receive(Deadline deadline) {
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
  public void confirmed(ClassicHttpResponse response) {
    if (HttpResponseParser.isMessage(response)) {
      outOfStep();
    }
    super.confirmed(response);
  }

  /** The session that such a response may have opened is another's, too. */
  @Override
  public void outOfStep() {
    super.outOfStep();
    if (message.part() == Outbound.Part.OPENS) {
      session.forget();
    }
  }

  /** Compares the id; many servers refuse without one, or with one that no request has. */
  @Override
  public boolean isForOtherRequest(ErrorStatusResponse errorStatusResponse) {
    RequestId responseId =
        errorStatusResponse.response() == null ? null : errorStatusResponse.response().id();
    return responseId != null
        && RequestIds.mayInclude(responseId)
        && !(message.message() instanceof JsonRpcRequest request
            && request.id().equals(responseId));
  }

  /**
   * {@inheritDoc}
   *
   * @throws McpSessionLostException if it means that
   */
  @Override
  public ErrorStatusResponse errorStatusResponse(ClassicHttpResponse response, Deadline deadline) {
    ErrorStatusResponse errorStatusResponse = super.errorStatusResponse(response, deadline);
    if (isForOtherRequest(errorStatusResponse)) {
      throw errors().wrongResponse();
    }
    if (session.isLost(attempt().request(), errorStatusResponse)) {
      session.markLost(attempt().request());
      throw new McpSessionLostException(
          "the server no longer knows the session; "
              + errors().operation()
              + " was answered with HTTP status "
              + errorStatusResponse.status());
    }
    return errorStatusResponse;
  }

  /** The session it belongs to, even if the channel has a new one. */
  Session session() {
    return session;
  }
}
