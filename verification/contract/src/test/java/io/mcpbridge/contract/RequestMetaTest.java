package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of {@code _meta} that a server gets with each request. */
@ExtendWith(LeakCheck.class)
class RequestMetaTest {

  private static final String TENANT = "com.example/tenant";

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private void start(String revision, ServerOptions.Builder options) {
    server.speaking(revision).tool("read");
    catalog = ToolCatalog.builder().server("s", server.transport(), options.build()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private JsonObject metaOf(CallOptions options) {
    int before = server.received("tools/call").size();
    assertThat(catalog.call("s__read", "{}", options).isError()).isFalse();
    return server.received("tools/call").get(before).meta();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void sendsMembersOfServerAndOfCaller(String revision) {
    start(
        revision,
        ServerOptions.builder()
            .requestMeta(
                caller ->
                    Map.of(
                        "com.example/app",
                        "shop",
                        TENANT,
                        caller.user() == null ? "none" : caller.user() + " of " + caller.tool())));

    JsonObject ofAda = metaOf(CallOptions.builder().user("ada").build());
    JsonObject own = metaOf(CallOptions.builder().meta(Map.of(TENANT, "own")).build());

    assertThat(ofAda.string(TENANT)).isEqualTo("ada of read");
    assertThat(ofAda.string("com.example/app")).isEqualTo("shop");
    assertThat(own.string(TENANT)).isEqualTo("own");
    assertThat(own.string("com.example/app")).isEqualTo("shop");
    assertThat(server.received("tools/list").get(0).meta().string(TENANT)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void neverSendsReservedKeys(String revision) {
    start(
        revision,
        ServerOptions.builder()
            .requestMeta(
                caller ->
                    Map.of(
                        "progressToken",
                        "forged",
                        "io.modelcontextprotocol/protocolVersion",
                        "1999-01-01",
                        "io.modelcontextprotocol/logLevel",
                        "debug",
                        TENANT,
                        "acme")));

    assertThat(metaOf(CallOptions.defaults()).toJson())
        .contains("acme")
        .doesNotContain("forged", "1999", "debug");
  }
}
