package io.mcpbridge.internal.http.call;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends cancellation notifications in the background, two at a time per channel: a slow server
 * delays no other one's notifications, and a request without a response delays none that follows.
 * Beyond a hundred queued notifications, further ones are dropped, because a server that slow does
 * not act on them.
 */
public final class CancellationSender {

  static final String THREAD_NAME = "mcp-http-notices";

  private static final Logger log = LoggerFactory.getLogger(CancellationSender.class);
  private static final int LANES = 2;
  private static final int MAX_QUEUED = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final PoolHandle handle;
  private final List<Lane> lanes = Stream.generate(Lane::new).limit(LANES).toList();

  CancellationSender(PoolHandle handle) {
    this.handle = handle;
  }

  /**
   * Queues a notification. Its request is created here, because the credentials may depend on the
   * calling thread; failures are logged. Returns at once unless credentials take long.
   *
   * @param notice creates the request, given the deadline for its credentials
   */
  public void send(String subject, Function<Deadline, HttpCall> notice) {
    if (!handle.hold()) {
      return;
    }
    boolean taken = false;
    try {
      taken = take(notice.apply(Deadline.after(TIMEOUT)));
    } catch (RuntimeException e) {
      log.debug("{} was not sent: {}", subject, e.toString());
    } finally {
      if (!taken) {
        handle.releaseHold();
      }
    }
  }

  private boolean take(HttpCall call) {
    boolean taken = false;
    try {
      lanes.stream().min(Comparator.comparingInt(Lane::load)).orElseThrow().execute(call);
      taken = true;
    } catch (RejectedExecutionException e) {
      log.debug("a cancellation was dropped: {} are already queued", MAX_QUEUED);
    } finally {
      if (!taken) { // also if no thread can be created
        call.attempt().release();
      }
    }
    return taken;
  }

  /** Sends one notification at a time. */
  private final class Lane {

    private final AtomicInteger load = new AtomicInteger();
    private final SerialExecutor executor =
        new SerialExecutor(
            work -> DaemonThreads.named(THREAD_NAME, work).start(),
            MAX_QUEUED / LANES,
            Overflow.reject(),
            failure -> log.warn("a cancellation was not delivered", failure));

    /** The number of notifications that are queued or being sent. */
    int load() {
      return load.get();
    }

    void execute(HttpCall call) {
      load.incrementAndGet();
      boolean accepted = false;
      try {
        executor.execute(() -> deliverFrom(call));
        accepted = true;
      } finally {
        if (!accepted) {
          load.decrementAndGet();
        }
      }
    }

    private void deliverFrom(HttpCall call) {
      try {
        run(call);
      } finally {
        load.decrementAndGet();
      }
    }
  }

  private void run(HttpCall call) {
    try {
      deliver(call);
    } catch (RuntimeException e) {
      log.debug("a cancellation was not delivered: {}", e.toString());
    } finally {
      handle.releaseHold();
    }
  }

  /** Sends again if the server was closing the connection: a notification may be repeated. */
  private void deliver(HttpCall call) {
    Deadline deadline = Deadline.after(TIMEOUT);
    try {
      deliver(call.attempt(), deadline);
    } catch (McpConnectionLostException stale) {
      deliver(handle.attempt(call.attempt().request(), call.errors()), deadline);
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
}
