package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streamable HTTP: every message is a POST of its own to the one URL. */
final class PostChannel implements Channel {

  private static final Logger LOG = LoggerFactory.getLogger(PostChannel.class);

  /** For what is sent on the way out: notices of cancellation and the end of a session. */
  private static final Duration PARTING = Duration.ofSeconds(2);

  private final Endpoint endpoint;
  private final Requests requests;
  private final JsonReader reader;
  private final PoolHandle handle;
  private final Session session;

  PostChannel(
      Endpoint endpoint,
      Requests requests,
      JsonReader reader,
      PoolHandle handle,
      ChannelMode mode) {
    this.endpoint = endpoint;
    this.requests = requests;
    this.reader = reader;
    this.handle = handle;
    this.session = Session.in(mode);
  }

  @Override
  public Exchange exchange(Outbound message, Deadline deadline) {
    if (!(message.message() instanceof JsonRpcRequest request)) {
      throw new IllegalArgumentException("only a request is answered, not " + message.subject());
    }
    requireOpen(message);
    handle.pool().awaitPlace(message.subject(), deadline);
    Exchange exchange = null;
    try {
      Post post = new Post(this, message);
      post.send(deadline);
      exchange = new PostExchange(this, request, post);
      return exchange;
    } finally {
      if (exchange == null) {
        requestDone();
      }
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    requireOpen(message);
    Post post = new Post(this, message);
    try {
      post.send(deadline);
      ClassicHttpResponse response = post.receive(deadline);
      if (response.getCode() / 100 != 2) {
        throw post.failure(response, post.refusal(response, deadline));
      }
      post.attempt().complete();
    } finally {
      post.attempt().release();
    }
  }

  /** Sends a notice without waiting for it. Credentials are asked here, on the caller's thread. */
  void announce(Outbound notice) {
    try {
      HttpAttempt attempt = new Post(this, notice).attempt();
      Notices.send(
          () -> {
            Deadline deadline = Deadline.after(PARTING);
            try {
              attempt.send(deadline);
              attempt.receive(deadline);
              attempt.complete();
            } finally {
              attempt.release();
            }
          });
    } catch (RuntimeException e) {
      LOG.debug("{} was not sent: {}", notice.subject(), e.toString());
    }
  }

  @Override
  public Channel inMode(ChannelMode mode) {
    return new PostChannel(endpoint, requests, reader, handle, mode);
  }

  @Override
  public boolean isOpen() {
    return handle.isOpen();
  }

  @Override
  public void close() {
    if (handle.refuseMore()) {
      try {
        leaveSession();
      } finally {
        handle.release();
      }
    }
  }

  /** The server may refuse (405) or fail: the session is over for us all the same. */
  private void leaveSession() {
    try {
      ClassicHttpRequest delete = requests.delete();
      if (session.leave(delete)) {
        Deadline deadline = Deadline.after(PARTING);
        HttpAttempt attempt = handle.lastAttempt(delete, errors("DELETE of the session"));
        try {
          attempt.send(deadline);
          attempt.receive(deadline);
        } finally {
          attempt.release();
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("the session was not ended: {}", e.toString());
    }
  }

  private void requireOpen(Outbound message) {
    if (!isOpen()) {
      throw new McpConnectionLostException(
          "the client is closed; not sent: " + errors(message.subject()).what());
    }
  }

  HttpAttempt attempt(ClassicHttpRequest request, HttpErrors errors) {
    return handle.attempt(request, errors);
  }

  HttpErrors errors(String subject) {
    return new HttpErrors(endpoint, handle.pool().connectTimeout(), subject);
  }

  Requests requests() {
    return requests;
  }

  Session session() {
    return session;
  }

  JsonReader reader() {
    return reader;
  }

  void requestDone() {
    handle.pool().requestDone();
  }
}
