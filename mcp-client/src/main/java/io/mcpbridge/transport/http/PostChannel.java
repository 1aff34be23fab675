package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
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
    if (!isOpen() || !handle.hold()) {
      throw closed(message);
    }
    boolean placed = false;
    Exchange exchange = null;
    try {
      handle.pool().awaitPlace(message.subject(), deadline);
      placed = true;
      Post post = new Post(this, message);
      post.send(deadline);
      exchange = new PostExchange(this, request, post);
      return exchange;
    } finally {
      if (exchange == null && placed) {
        requestDone();
      } else if (exchange == null) {
        handle.letGo();
      }
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    if (!handle.hold()) {
      throw closed(message);
    }
    try {
      deliver(new Post(this, message), deadline);
    } finally {
      handle.letGo();
    }
  }

  private static void deliver(Post post, Deadline deadline) {
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
    if (!handle.hold()) {
      return;
    }
    boolean taken = false;
    try {
      HttpAttempt attempt = new Post(this, notice).attempt();
      taken = Notices.send(() -> announce(notice, attempt));
      if (!taken) {
        attempt.release();
      }
    } catch (RuntimeException e) {
      LOG.debug("{} was not sent: {}", notice.subject(), e.toString());
    } finally {
      if (!taken) {
        handle.letGo();
      }
    }
  }

  /** A notice that met a connection which the server was just closing is sent again: it may be. */
  private void announce(Outbound notice, HttpAttempt attempt) {
    Deadline deadline = Deadline.after(PARTING);
    try {
      deliver(attempt, deadline);
    } catch (McpConnectionLostException stale) {
      deliver(handle.attempt(attempt.request(), errors(notice.subject())), deadline);
    } finally {
      handle.letGo();
    }
  }

  private static void deliver(HttpAttempt attempt, Deadline deadline) {
    try {
      attempt.send(deadline);
      attempt.receive(deadline);
      attempt.complete();
    } finally {
      attempt.release();
    }
  }

  @Override
  public Channel inMode(ChannelMode mode) {
    return new PostChannel(endpoint, requests, reader, handle, mode);
  }

  @Override
  public boolean carriesHeaders() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return handle.isOpen();
  }

  @Override
  public void retire() {
    handle.retire();
  }

  @Override
  public void close() {
    try {
      if (handle.refuseMore()) {
        leaveSession();
      }
    } finally {
      handle.release();
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

  private McpException closed(Outbound message) {
    return errors(message.subject()).notSentAsClosed();
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

  /** An exchange came to its end. */
  void requestDone() {
    handle.pool().requestDone();
    handle.letGo();
  }
}
