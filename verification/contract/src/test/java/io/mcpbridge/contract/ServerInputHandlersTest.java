package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each server gets only the input handlers configured for it, and only their capabilities. */
class ServerInputHandlersTest {

  private static final String ROOTS = "{\"it\": {\"method\": \"roots/list\"}}";

  @RegisterExtension final TwoServers servers = new TwoServers("files", "news");

  private void connect() {
    for (FakeMcpServer server : List.of(servers.first, servers.second)) {
      server
          .tool("ask")
          .handler(
              call ->
                  call.inputResponses().has("it")
                      ? FakeResult.text(call.inputResponses().toJson())
                      : FakeResult.inputRequired(ROOTS, null));
    }
    InputHandlers ofFiles =
        InputHandlers.builder()
            .listRoots((request, context) -> new ListRootsResult(List.of()))
            .build();
    servers.start(
        ToolCatalog.builder()
            .server("files", servers.first.transport())
            .server("news", servers.second.transport())
            .inputHandlers(server -> server.equals("files") ? ofFiles : InputHandlers.none()));
    servers.watch.await("files connected");
    servers.watch.await("news connected");
  }

  @Test
  void usesInputHandlersOnlyForTheirServer() {
    connect();

    assertThat(servers.call("files__ask").text()).contains("{\"roots\":[]}");
    assertThat(servers.call("news__ask").text()).doesNotContain("roots\":[]");
    assertThat(servers.first.received("tools/call").get(0).meta().toJson()).contains("\"roots\"");
    assertThat(servers.second.received("tools/call").get(0).meta().toJson())
        .doesNotContain("\"roots\"");
  }

  @Test
  void declaresRootsInInitializeOnlyToTheirServer() {
    servers.first.speaking(FakeRevisions.V2025_11_25);
    servers.second.speaking(FakeRevisions.V2025_11_25);
    connect();

    assertThat(servers.first.received("initialize").get(0).text()).contains("\"roots\"");
    assertThat(servers.second.received("initialize").get(0).text()).doesNotContain("\"roots\"");
  }
}
