package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.call.PoolHandle;
import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.Session;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the sessions of a channel (2025-11-25, session management: a client that no longer needs a
 * session sends a DELETE). Runs on a separate thread, because neither the application's credentials
 * nor the server's response may delay the caller.
 */
final class SessionTermination {

  private static final String THREAD_NAME = "mcp-http-parting";

  private static final Logger log = LoggerFactory.getLogger(SessionTermination.class);

  /** Limit for the DELETE, credentials included. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final PoolHandle handle;
  private final RequestFactory requests;
  private final HttpErrors errors;
  private final List<Session> sessions = new CopyOnWriteArrayList<>();
  private @Nullable Thread terminating;

  SessionTermination(PoolHandle handle, RequestFactory requests, HttpErrors errors) {
    this.handle = handle;
    this.requests = requests;
    this.errors = errors;
  }

  /** The session of a channel in that mode, to be ended with the others. */
  Session from(ChannelMode mode) {
    Session session = Session.of(mode);
    sessions.add(session);
    return session;
  }

  /** Ends the open sessions and then releases the connections. Returns at once. */
  void begin() {
    Thread unused = terminating();
  }

  /**
   * The thread that ends the sessions, started if necessary; {@code null} if there is none to end.
   */
  private synchronized @Nullable Thread terminating() {
    List<ClassicHttpRequest> deletes =
        sessions.stream().flatMap(session -> requests.delete(session).stream()).toList();
    if (!deletes.isEmpty()) {
      Thread thread = DaemonThreads.named(THREAD_NAME, () -> terminate(deletes));
      thread.start();
      terminating = thread;
    }
    if (terminating == null) {
      handle.release();
    }
    return terminating;
  }

  /** Like {@link #begin}, and waits for a limited time until it is done. */
  void complete() {
    Thread thread = terminating();
    if (thread == null) {
      return;
    }
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.interrupt();
      handle.release();
    }
  }

  private void terminate(List<ClassicHttpRequest> deletes) {
    try {
      Deadline deadline = Deadline.after(TIMEOUT);
      deletes.forEach(delete -> terminate(delete, deadline));
    } finally {
      handle.release();
    }
  }

  /**
   * Not canceled with the connections of the channel; an interrupt of this thread ends the wait.
   */
  private static WaitContext waitContext(Deadline deadline) {
    return (work, atMost, description) ->
        WaitContext.endless().await(work, Duration.ofNanos(deadline.remainingNanos()), description);
  }

  /** The server may refuse (405) or fail: the session is over in any case. */
  private void terminate(ClassicHttpRequest delete, Deadline deadline) {
    try {
      requests.authenticate(delete, waitContext(deadline));
      HttpAttempt attempt = handle.lastAttempt(delete, errors);
      try {
        attempt.send(deadline);
        attempt.receive(deadline);
      } finally {
        attempt.release();
      }
    } catch (RuntimeException | Error e) {
      log.debug("the session was not ended: {}", e.toString());
    }
  }
}
