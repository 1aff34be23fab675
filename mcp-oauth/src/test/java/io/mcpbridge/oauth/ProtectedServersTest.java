package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that nobody is logged in to stands beside others. */
class ProtectedServersTest {

  private final World world = new World();
  private final FakeMcpServer open = FakeMcpServer.create().named("open", "1");

  @AfterEach
  void close() {
    open.close();
    world.close();
  }

  @Test
  void oneThatCannotBeLoggedInToShowsSoAndCostsTheOthersNothing() {
    world.person = pending -> "error=access_denied&state=" + pending.state();
    open.tool("hello").returns(FakeResult.text("hi"));
    StreamableHttpTransport transport =
        StreamableHttpTransport.builder(world.mcp.at("/mcp"))
            .credentials(world.credentials().build())
            .build();

    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("open", open.transport())
            .server("closed", transport)
            .build()
            .start()) {
      catalog.awaitReady(Duration.ofSeconds(10));

      assertThat(catalog.call("open__hello", "{}", CallOptions.defaults()).text()).isEqualTo("hi");
      ServerStatus closed =
          catalog.servers().stream()
              .filter(s -> s.name().equals("closed"))
              .findFirst()
              .orElseThrow();
      assertThat(closed.state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
      assertThat(closed.reason()).contains("gave no permission (access_denied)");
      assertThat(world.asked).hasSize(1);
    }
  }
}
