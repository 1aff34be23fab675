package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Concurrent callers that need the same connection get the same failure. */
class ConnectingTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Latch latch = new Latch();
  private final AtomicInteger attempts = new AtomicInteger();
  private final BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void waitingCallersShareConnectFailure() throws Exception {
    Transport unreachable =
        opening(
            () -> {
              throw new McpConnectException("no server is there");
            });
    try (McpClient client = McpClient.builder(unreachable).name("away").build()) {
      callFromManyThreads(client, 5);
      latch.open();

      for (int i = 0; i < 5; i++) {
        assertThat(outcome())
            .isInstanceOf(McpConnectException.class)
            .asString()
            .contains("Server \"away\", tools/call echo: no server is there");
      }
      assertThat(attempts).hasValue(1);
    }
  }

  @Test
  void waitingCallerRetriesCancelledConnectAttempt() throws Exception {
    server.tool("echo").returns("hello");
    try (McpClient client = McpClient.builder(opening(() -> {})).name("there").build()) {
      List<Thread> callers = callFromManyThreads(client, 3);

      callers.get(0).interrupt();
      latch.open();

      assertThat(List.of(outcome(), outcome(), outcome()))
          .filteredOn(outcome -> outcome instanceof McpCancelledException)
          .hasSize(1);
      assertThat(attempts).hasValue(2);
    }
  }

  /** The fake server behind a gate. */
  private Transport opening(Runnable behindTheGate) {
    Transport reachable = server.transport();
    return new Transport() {
      @Override
      public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
        attempts.incrementAndGet();
        try {
          latch.pass();
        } catch (InterruptedException e) {
          throw new McpCancelledException("interrupted", e);
        }
        behindTheGate.run();
        return reachable.open(mode, listener, deadline);
      }

      @Override
      public String address() {
        return reachable.address();
      }
    };
  }

  /** The first caller makes the attempt; the others wait for it. */
  private List<Thread> callFromManyThreads(McpClient client, int count) {
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread caller = new Thread(() -> outcomes.add(outcomeOf(client)));
      caller.setDaemon(true);
      caller.start();
      latch.awaitArrival(SOON);
      callers.add(caller);
    }
    callers.forEach(ConnectingTest::awaitWaiting);
    return callers;
  }

  private static Object outcomeOf(McpClient client) {
    try {
      return client.callTool("echo");
    } catch (McpException e) {
      return e;
    }
  }

  private Object outcome() throws InterruptedException {
    Object outcome = outcomes.poll(SOON.toNanos(), TimeUnit.NANOSECONDS);
    if (outcome == null) {
      throw new AssertionError("a call did not end within " + SOON);
    }
    return outcome;
  }

  private static void awaitWaiting(Thread caller) {
    while (caller.getState() != Thread.State.WAITING
        && caller.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
