package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.http.HttpTest;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads of this package start on demand and end by themselves. */
class WatchdogTest extends HttpTest {

  @Test
  void startsThreadOnDemandAndStopsWhenIdle() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.stream();
          answer.awaitClosed();
        });

    for (int i = 0; i < 2; i++) {
      try (Exchange exchange = channel.exchange(call(), soon())) {
        assertThatThrownBy(() -> exchange.next(deadlineIn(100)))
            .isInstanceOf(McpTimeoutException.class);
      }
      assertThat(threads(Watchdog.THREAD_NAME)).hasSize(1);
      awaitEnd(Watchdog.THREAD_NAME);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void failedCancelDoesNotStopWatchdog(boolean error) throws Exception {
    BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    List<Thread> started = new CopyOnWriteArrayList<>();
    Watchdog watchdog = new Watchdog(work -> started(started, new Thread(work, "test-watchdog")));

    watchdog.watch(
        deadlineIn(0),
        reason -> {
          ended.add("first " + reason);
          if (error) {
            throw new StackOverflowError("test");
          }
          throw new IllegalStateException("test");
        });
    watchdog.watch(deadlineIn(100), reason -> ended.add("second " + reason));

    assertThat(ended.poll(60, TimeUnit.SECONDS)).isEqualTo("first TIMED_OUT");
    assertThat(ended.poll(60, TimeUnit.SECONDS)).isEqualTo("second TIMED_OUT");
    assertThat(started).hasSize(1);
    started.get(0).join(60_000);
    assertThat(started.get(0).isAlive()).isFalse();
    assertThat(ended).as("each is ended once").isEmpty();
  }

  @Test
  void startsThreadAgainAfterFailedThreadStart() throws Exception {
    BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    List<Thread> started = new CopyOnWriteArrayList<>();
    AtomicBoolean exhausted = new AtomicBoolean(true);
    Watchdog watchdog =
        new Watchdog(
            work -> {
              if (exhausted.getAndSet(false)) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return started(started, new Thread(work, "test-watchdog"));
            });

    assertThatThrownBy(() -> watchdog.watch(deadlineIn(0), reason -> ended.add("first " + reason)))
        .isInstanceOf(OutOfMemoryError.class);
    watchdog.watch(deadlineIn(0), reason -> ended.add("second " + reason));

    assertThat(ended.poll(60, TimeUnit.SECONDS)).isEqualTo("second TIMED_OUT");
    started.get(0).join(60_000);
    assertThat(ended).as("who was refused is not watched").isEmpty();
  }

  private static Thread started(List<Thread> list, Thread thread) {
    list.add(thread);
    return thread;
  }

  @Test
  void cancellationSenderThreadStopsWhenIdle() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            answer.awaitClosed();
          } else {
            answer.accepted();
          }
        });
    try (Exchange exchange = channel.exchange(call(), soon())) {
      exchange.abandon(notice("notifications/cancelled"));
    }
    server.received();
    server.received();

    awaitEnd(CancellationSender.THREAD_NAME);
  }
}
