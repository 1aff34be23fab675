package io.mcpbridge.transport.http;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request and the POST that carries it. The answer is read on the thread that asks for it. After
 * an exception, a timeout included, the exchange is dead: its connection is closed, and HTTP has no
 * way to ask for the answer again.
 */
final class PostExchange implements Exchange {

  private static final Logger LOG = LoggerFactory.getLogger(PostExchange.class);

  private final PostChannel channel;
  private final RequestId id;
  private final Post post;
  private final AtomicBoolean placeHeld = new AtomicBoolean(true);
  private final AtomicBoolean abandoned = new AtomicBoolean();
  private volatile boolean answered;
  private @Nullable Reply reply;

  /** Takes over the place that the request has among those under way. */
  PostExchange(PostChannel channel, JsonRpcRequest request, Post post) {
    this.channel = channel;
    this.id = request.id();
    this.post = post;
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    if (answered) {
      throw new IllegalStateException("nothing follows the response to " + post.errors().what());
    }
    JsonRpcMessage message = null;
    try {
      message = receive(deadline);
      return message;
    } catch (JsonException e) {
      throw post.errors().notMessage(e);
    } finally {
      if (message == null) {
        close();
      }
    }
  }

  private JsonRpcMessage receive(Deadline deadline) {
    Reply source = reply;
    if (source == null) {
      ClassicHttpResponse response = post.receive(deadline);
      if (response.getCode() / 100 != 2) {
        return refused(response, deadline);
      }
      source = Replies.of(response, post, channel.reader(), deadline);
      reply = source;
    }
    Reply messages = source;
    JsonRpcMessage message = post.attempt().run(deadline, () -> ours(messages));
    if (message instanceof JsonRpcResponse) {
      answered = true;
      post.attempt().complete();
      giveBackPlace();
    }
    return message;
  }

  /** A JSON-RPC error that answers is the response, whatever its id. */
  private JsonRpcMessage refused(ClassicHttpResponse response, Deadline deadline) {
    Refusal refusal = post.refusal(response, deadline);
    JsonRpcError error = refusal.answer();
    if (error == null) {
      throw post.failure(response, refusal);
    }
    answered = true;
    giveBackPlace();
    return JsonRpcResponse.failure(id, error);
  }

  private JsonRpcMessage ours(Reply messages) throws IOException {
    JsonRpcMessage message;
    while ((message = messages.next()) instanceof JsonRpcResponse response) {
      if (id.equals(response.id())) {
        return response;
      }
      if (isMeant(response)) {
        return new JsonRpcResponse(id, response.result(), response.error());
      }
      LOG.debug(
          "a response to another request is ignored in the answer to {}", post.errors().what());
    }
    if (message == null) {
      throw messages.withoutResponse(post.errors());
    }
    return message;
  }

  /** An error that names no request, and an id that came back as text or as a number. */
  private boolean isMeant(JsonRpcResponse response) {
    RequestId theirs = response.id();
    return theirs == null
        ? response.error() != null
        : theirs.value().toString().equals(id.value().toString());
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    if (answered || !abandoned.compareAndSet(false, true)) {
      return;
    }
    post.breakOff(HttpAttempt.State.ABANDONED);
    if (notice != null && channel.session().announcesCancellation()) {
      channel.announce(notice);
    }
  }

  @Override
  public void close() {
    post.attempt().release();
    giveBackPlace();
  }

  private void giveBackPlace() {
    if (placeHeld.compareAndSet(true, false)) {
      channel.requestDone();
    }
  }
}
