package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.internal.http.connection.OpenConnections;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.test.internal.leak.OpenCloseables;
import io.mcpbridge.test.internal.leak.OpenResources;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.Extension;

class LeakCheckTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  private final OpenResources before = OpenResources.now();

  @Test
  void reportsLeakedThread() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = new Thread(() -> awaitUninterruptibly(end), "mcp-left-behind");
    thread.start();

    assertThatThrownBy(() -> before.requireNothingNew("myTest", SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("myTest leaked")
        .hasMessageContaining("mcp-left-behind")
        .hasMessageContaining("awaitUninterruptibly");

    end.countDown();
    assertThatCode(() -> before.requireNothingNew("myTest", LeakCheck.LINGER))
        .doesNotThrowAnyException();
  }

  @Test
  void reportsLeakedProcess() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();

    assertThatThrownBy(() -> before.requireNothingNew("myTest", SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("process " + process.pid());

    process.destroy();
    assertThatCode(() -> before.requireNothingNew("myTest", LeakCheck.LINGER))
        .doesNotThrowAnyException();
  }

  @Test
  void reportsUnclosedServerAndExchange() {
    FakeMcpServer server = FakeMcpServer.create().named("forgotten", "1");
    Exchange exchange = listing(server);

    assertThatThrownBy(() -> before.requireNothingNew("myTest", SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("FakeMcpServer forgotten")
        .hasMessageContaining("in-process:forgotten: tools/list 1");

    exchange.close();
    server.close();
    assertThatCode(() -> before.requireNothingNew("myTest", LeakCheck.LINGER))
        .doesNotThrowAnyException();
  }

  @Test
  void reportsOpenTransportConnections() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      OpenResources withServer = OpenResources.now();
      Channel channel =
          StreamableHttpTransport.of(server.url())
              .open(ChannelMode.STATELESS, ChannelListener.none(), Deadline.after(SHORT));

      assertThatThrownBy(() -> withServer.requireNothingNew("myTest", SHORT))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("connections to " + server.url());

      channel.close();
      assertThat(OpenConnections.addresses()).doesNotContain(server.url());
    }
  }

  @Test
  void reportsLeftoverTemporaryFile() throws Exception {
    Path file = Files.createTempFile("mcp-bridge-", ".test");

    assertThatThrownBy(() -> before.requireNothingNew("myTest", SHORT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(file.toString());

    Files.delete(file);
    assertThatCode(() -> before.requireNothingNew("myTest", LeakCheck.LINGER))
        .doesNotThrowAnyException();
  }

  /** So that it applies to every test of this build without configuration. */
  @Test
  void isRegisteredForEveryTest() {
    assertThat(ServiceLoader.load(Extension.class))
        .extracting(extension -> extension.getClass().getName())
        .contains(LeakCheck.class.getName());
  }

  @Test
  void waitsForClosingExchange() throws Exception {
    FakeMcpServer server = FakeMcpServer.create();
    OpenCloseables withServer = OpenCloseables.now();
    Exchange exchange = listing(server);
    Thread checking = Thread.currentThread();
    Thread closing =
        new Thread(
            () -> {
              while (checking.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              exchange.close();
            });
    closing.start();

    assertThatCode(() -> withServer.requireNothingNew("myTest", LeakCheck.LINGER))
        .doesNotThrowAnyException();

    closing.join();
    server.close();
  }

  private static Exchange listing(FakeMcpServer server) {
    String list = Messages.stateless(1, "tools/list", "{}");
    return server
        .transport()
        .open(ChannelMode.STATELESS, ChannelListener.none(), Deadline.after(SHORT))
        .exchange(
            Outbound.of(JsonRpcMessage.from(JsonObject.of(Json.readObject(list)))),
            Deadline.after(Duration.ofSeconds(5)));
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
