package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A provider starts and closes its own servers, and nothing else. */
class LifecycleTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void sharedCatalogIsNeitherStartedNorClosed() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("s", server.transport()).connectWhen(ready).build()) {
      McpToolProvider provider = McpToolProvider.of(catalog);
      assertThat(provider.provideTools(null).aiServiceTools()).isEmpty();
      assertThat(state(catalog)).isEqualTo(ServerState.IDLE);

      ready.complete(null);
      assertThat(provider.awaitReady(Duration.ofSeconds(60))).isTrue();
      provider.close();

      assertThat(provider.catalog()).isSameAs(catalog);
      assertThat(state(catalog)).isEqualTo(ServerState.CONNECTED);
    }
  }

  @Test
  void providerStartsAndClosesItsServers() {
    McpToolProvider provider = McpToolProvider.builder().server("s", server.transport()).build();
    assertThat(provider.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(state(provider.catalog())).isEqualTo(ServerState.CONNECTED);

    provider.close();

    assertThat(state(provider.catalog())).isEqualTo(ServerState.CLOSED);
  }

  @Test
  void rejectsProviderWithoutServers() {
    assertThatThrownBy(() -> McpToolProvider.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("server(...)");
  }

  private static ServerState state(ToolCatalog catalog) {
    return catalog.servers().stream().map(ServerStatus::state).findFirst().orElseThrow();
  }
}
