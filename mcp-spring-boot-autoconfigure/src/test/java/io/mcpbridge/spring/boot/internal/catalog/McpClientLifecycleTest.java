package io.mcpbridge.spring.boot.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** How the application's shutdown and pause affect its servers. */
class McpClientLifecycleTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Latch latch = new Latch();

  @Test
  void closeFailsInFlightCalls() throws Exception {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("slow").returns(FakeResult.text("done").after(latch));
      AtomicReference<FutureTask<ToolOutput>> call = new AtomicReference<>();
      runner(server)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(PATIENCE)).isTrue();
                call.set(
                    new FutureTask<>(() -> catalog.call("s__slow", "{}", CallOptions.defaults())));
                new Thread(call.get()).start();
                latch.awaitArrival(PATIENCE);
              });

      ToolOutput output = call.get().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(output.failure()).isInstanceOf(McpConnectionLostException.class);
      latch.open();
    }
  }

  @Test
  void restartedContextKeepsConnections() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("ping").returns("pong");
      runner(server)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(PATIENCE)).isTrue();
                int connections = server.connectionsOpened();

                context.stop();
                context.start();

                assertThat(catalog.call("s__ping", "{}", CallOptions.defaults()).text())
                    .isEqualTo("pong");
                assertThat(server.connectionsOpened()).isEqualTo(connections);
              });
    }
  }

  /** The server responds to nothing, not even to the end of its session. */
  @Test
  void hangingServerDoesNotBlockShutdown() {
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25")) {
      server.tool("ping").returns("pong");
      ToolCatalog[] catalog = new ToolCatalog[1];
      runner(server)
          .run(
              context -> {
                catalog[0] = context.getBean(ToolCatalog.class);
                assertThat(catalog[0].awaitReady(PATIENCE)).isTrue();
                server.inject(Faults.silence());
                server.inject("DELETE", Faults.silence());
              });

      server.awaitReceived("DELETE", PATIENCE);
      assertThat(catalog[0].isClosed()).isTrue();
      server.clearFaults();
    }
  }

  @Test
  void waitsForRequiredServerOnFirstStartOnly() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      runner(server)
          .withPropertyValues(
              "mcp.client.servers.s.start=required", "mcp.client.startup-timeout=10s")
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                context.stop();
                catalog.replace(
                    "s",
                    StreamableHttpTransport.builder(URI.create("http://127.0.0.1:1/mcp")).build(),
                    ServerOptions.builder().start(StartPolicy.REQUIRED).build());
                context.start();
                assertThat(context.isRunning()).isTrue();
              });
    }
  }

  private static ApplicationContextRunner runner(FakeMcpServer server) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
        .withPropertyValues("mcp.client.servers.s.url=" + server.url());
  }
}
