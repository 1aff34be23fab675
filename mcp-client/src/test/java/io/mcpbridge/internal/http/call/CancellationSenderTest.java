package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.http.HttpTest;
import io.mcpbridge.transport.http.ScriptedServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Cancellation notifications to a slow server. */
class CancellationSenderTest extends HttpTest {

  /** Two are sent, a hundred are queued, and the others are dropped. */
  private static final int NOTICES = 110;

  private final CountDownLatch serverBusy = new CountDownLatch(1);
  private final ReferenceQueue<byte[]> gone = new ReferenceQueue<>();
  private final Set<Reference<byte[]>> notices = ConcurrentHashMap.newKeySet();

  @Test
  void resendsCancellationIfConnectionWasClosed() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (!request.body().contains("notifications/")) {
            answer.awaitClosed();
          } else if (first.getAndSet(false)) {
            answer.close();
          } else {
            answer.accepted();
          }
        });
    try (Exchange exchange = channel.exchange(call(), soon())) {
      server.received();

      exchange.abandon(notice("notifications/cancelled"));

      assertThat(server.received().body()).contains("notifications/cancelled");
      assertThat(server.received().body()).contains("notifications/cancelled");
    }
  }

  @Test
  void unansweredCancellationDoesNotDelayNext() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    AtomicBoolean timedOut = new AtomicBoolean();
    BlockingQueue<Boolean> inTime = new LinkedBlockingQueue<>();
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (!request.body().contains("notifications/")) {
            answer.awaitClosed();
          } else if (first.getAndSet(false)) {
            answer.awaitClosed();
            timedOut.set(true);
          } else {
            inTime.add(!timedOut.get());
            answer.accepted();
          }
        });
    for (int i = 0; i < 2; i++) {
      try (Exchange exchange = channel.exchange(call(), soon())) {
        exchange.abandon(notice("notifications/cancelled"));
      }
    }

    assertThat(inTime.poll(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void slowServerDoesNotDelayCancellationsToOthers() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("notifications/")) {
            serverBusy.await();
          }
          answer.awaitClosed();
        });
    for (int i = 0; i < 20; i++) {
      try (Exchange exchange = channel.exchange(call(), soon())) {
        exchange.abandon(notice("notifications/cancelled"));
      }
    }
    try (ScriptedServer otherServer =
            new ScriptedServer((request, answer) -> answer.awaitClosed());
        Channel otherChannel =
            StreamableHttpTransport.of(otherServer.url())
                .open(ChannelMode.SESSION, channelListener, soon());
        Exchange exchange = otherChannel.exchange(call(), soon())) {
      otherServer.received();

      exchange.abandon(notice("notifications/cancelled"));

      assertThat(otherServer.received().body()).contains("notifications/cancelled");
    } finally {
      serverBusy.countDown();
    }
  }

  private void abandonManyCalls() throws Exception {
    Credentials watching =
        request -> {
          if (new String(request.body(), StandardCharsets.UTF_8).contains("notifications/")) {
            notices.add(new WeakReference<>(request.body(), gone));
          }
          return Map.of();
        };
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("notifications/")) {
            serverBusy.await();
            answer.accepted();
          } else {
            answer.awaitClosed();
          }
        },
        builder -> builder.credentials(watching));
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < NOTICES; i++) {
      exchanges.add(channel.exchange(call(), soon()));
    }
    for (Exchange exchange : exchanges) {
      exchange.abandon(notice("notifications/cancelled"));
      exchange.close();
    }
    assertThat(notices).hasSize(NOTICES);
    serverBusy.countDown();
  }

  @Test
  void releasesMemoryOfSentAndDroppedCancellations() throws Exception {
    abandonManyCalls();

    for (int tries = 0; !notices.isEmpty() && tries < 100; tries++) {
      System.gc();
      for (var reference = gone.remove(100); reference != null; reference = gone.poll()) {
        notices.remove(reference);
      }
    }

    assertThat(notices).isEmpty();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void closesConnectionsOfRetiredChannel() throws Exception {
    abandonManyCalls();

    channel.retire();

    server.closeAfterClient();
  }
}
