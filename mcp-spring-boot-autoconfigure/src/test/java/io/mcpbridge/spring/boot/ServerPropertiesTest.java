package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Each property below {@code mcp.client.servers.<name>} has its documented effect. */
class ServerPropertiesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void urlAndHeaders() {
    server.tool("ping").returns("pong");
    web(
        catalog -> {
          assertThat(call(catalog, "s__ping").text()).isEqualTo("pong");
          assertThat(server.received("tools/call").get(0).header("Authorization"))
              .isEqualTo("Bearer abc");
        },
        "headers.Authorization=Bearer abc");
  }

  @Test
  void bearerToken() {
    server.tool("ping").returns("pong");
    web(
        catalog -> {
          call(catalog, "s__ping");
          assertThat(server.received("tools/call").get(0).header("Authorization"))
              .isEqualTo("Bearer abc");
        },
        "auth.bearer-token=abc");
  }

  @Test
  void proxy() {
    web(
        catalog -> assertThat(catalog.servers().get(0).reason()).contains("proxy", "127.0.0.1:1"),
        "proxy=http://127.0.0.1:1");
  }

  @Test
  void detectsHttpSseFromUrl() {
    server.tool("ping").returns("pong");
    try (HttpSseRelay relay = new HttpSseRelay(server)) {
      run(
          catalog -> assertThat(call(catalog, "s__ping").text()).isEqualTo("pong"),
          "url=" + relay.url());
    }
  }

  @Test
  void transport() {
    server.tool("ping").returns("pong");
    try (HttpSseRelay relay = new HttpSseRelay(server)) {
      run(
          catalog -> assertThat(call(catalog, "s__ping").text()).isEqualTo("pong"),
          "url=" + relay.url(),
          "transport=sse");
    }
    assertThat(server.received("server/discover")).isEmpty();
  }

  @Test
  void commandWithArgsEnvAndWorkingDirectory(@TempDir Path directory) throws Exception {
    long[] pid = new long[1];
    run(
        catalog -> {
          assertThat(call(catalog, "s__start").text())
              .isEqualTo("--greet twice|good morning|" + directory.getFileName());
          pid[0] = Long.parseLong(call(catalog, "s__pid").text());
          assertThat(ProcessHandle.of(pid[0])).isPresent();
        },
        "command=" + Path.of(System.getProperty("java.home"), "bin", "java"),
        "args[0]=-cp",
        "args[1]=" + absoluteClassPath(),
        "args[2]=" + ChildServer.class.getName(),
        "args[3]=--greet",
        "args[4]=twice",
        "env.GREETING_WORD=good morning",
        "working-directory=" + directory);

    CompletableFuture<?> gone =
        ProcessHandle.of(pid[0])
            .<CompletableFuture<?>>map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    gone.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void timeout() {
    server.tool("slow").neverAnswers();
    web(
        catalog ->
            assertThat(call(catalog, "s__slow").failure()).isInstanceOf(McpTimeoutException.class),
        "timeout=200ms");
  }

  @Test
  void initializationTimeout() {
    server.inject(Faults.silence());
    web(
        catalog ->
            assertThat(catalog.servers())
                .extracting(ServerStatus::state)
                .containsExactly(ServerState.DISCONNECTED),
        "initialization-timeout=200ms");
  }

  @Test
  void connectTimeout() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      run(
          catalog ->
              assertThat(catalog.servers().get(0).reason())
                  .contains("within 150 ms (setting connect-timeout)"),
          "url=https://localhost:" + silent.getLocalPort(),
          "connect-timeout=150ms");
    }
  }

  private void web(Consumer<ToolCatalog> check, String... properties) {
    String[] all = Arrays.copyOf(properties, properties.length + 1);
    all[properties.length] = "url=" + server.url();
    run(check, all);
  }

  private static void run(Consumer<ToolCatalog> check, String... properties) {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
        .withPropertyValues(
            Arrays.stream(properties)
                .map(property -> "mcp.client.servers.s." + property)
                .toArray(String[]::new))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(PATIENCE)).isTrue();
              check.accept(catalog);
            });
  }

  private static ToolOutput call(ToolCatalog catalog, String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults());
  }

  /** The child process has another working directory. */
  private static String absoluteClassPath() {
    String separator = System.getProperty("path.separator");
    return Arrays.stream(System.getProperty("java.class.path").split(separator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .reduce((joined, entry) -> joined + separator + entry)
        .orElseThrow();
  }
}
