package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of {@code _meta} that a server gets with each request. */
@ExtendWith(LeakCheck.class)
class RequestMetaTest {

  private static final String TENANT = "com.example/tenant";
  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private void start(String revision, ServerOptionsBuilder options) {
    connect(revision, options);
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private void connect(String revision, ServerOptionsBuilder options) {
    server.speaking(revision).tool("read");
    catalog = ToolCatalog.builder().server("s", server.transport(), options.build()).build();
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
    JsonObject explicitMeta = metaOf(CallOptions.builder().meta(Map.of(TENANT, "own")).build());

    assertThat(ofAda.string(TENANT)).isEqualTo("ada of read");
    assertThat(ofAda.string("com.example/app")).isEqualTo("shop");
    assertThat(explicitMeta.string(TENANT)).isEqualTo("own");
    assertThat(explicitMeta.string("com.example/app")).isEqualTo("shop");
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
                        "dev.mcp/a",
                        "reserved",
                        "com.mcp.tools/b",
                        "reserved",
                        "org.modelcontextprotocol.api/c",
                        "reserved",
                        "com.example.mcp/d",
                        "own",
                        TENANT,
                        "acme")));

    assertThat(metaOf(CallOptions.defaults()).toJson())
        .contains("acme", "com.example.mcp/d")
        .doesNotContain("forged", "1999", "debug", "reserved");
  }

  /** A missing value is no failure: while tools are listed there is no user. */
  @Test
  void leavesOutMissingMembers() {
    Map<String, String> missing = new HashMap<>();
    missing.put(TENANT, null);
    missing.put(null, "nameless");
    missing.put("com.example/app", "shop");
    start(
        "2026-07-28",
        ServerOptions.builder().requestMeta(caller -> caller.user() == null ? null : missing));

    assertThat(metaOf(CallOptions.defaults()).toJson()).doesNotContain("com.example");
    assertThat(metaOf(CallOptions.builder().user("ada").build()).toJson())
        .contains("\"com.example/app\":\"shop\"")
        .doesNotContain(TENANT, "nameless");
  }

  @Test
  void failureOfFunctionNamesOption() {
    start(
        "2026-07-28",
        ServerOptions.builder()
            .requestMeta(
                caller -> {
                  if (caller.user() != null) {
                    throw new IllegalStateException("s3cret");
                  }
                  return Map.of();
                }));

    ToolOutput failed = catalog.call("s__read", "{}", CallOptions.builder().user("ada").build());

    assertThat(failed.failure())
        .hasMessageContainingAll(
            "\"s\"", "tools/call read", "ServerOptions.requestMeta", "IllegalStateException")
        .hasMessageNotContaining("s3cret")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void failureOfFunctionIsReasonOfServer() {
    connect(
        "2026-07-28",
        ServerOptions.builder().requestMeta(caller -> Map.of(TENANT, caller.user().toString())));

    Waiting.until(() -> catalog.servers().get(0).reason() != null);

    assertThat(catalog.servers().get(0).reason())
        .isEqualTo(
            "ServerOptions.requestMeta failed with NullPointerException;"
                + " while tools are listed the caller has no user");
  }

  @Test
  void unwritableMemberIsReasonOfServer() {
    connect(
        "2026-07-28",
        ServerOptions.builder()
            .requestMeta(caller -> Map.of(TENANT, new ByteArrayInputStream(new byte[1]))));

    Waiting.until(() -> catalog.servers().get(0).reason() != null);

    assertThat(catalog.servers().get(0).reason())
        .startsWith(
            "the arguments, CallOptions.meta or ServerOptions.requestMeta cannot be written")
        .contains("ByteArrayInputStream");
    assertThat(server.received("tools/list")).isEmpty();
  }

  @Test
  void unwritableMetaOfCallIsFailureWithoutRequest() {
    start("2026-07-28", ServerOptions.builder());
    Map<String, Object> meta = Map.of(TENANT, new ByteArrayInputStream(new byte[1]));

    ToolOutput failed = catalog.call("s__read", "{}", CallOptions.builder().meta(meta).build());

    assertThat(failed.failure())
        .hasMessageContainingAll("\"s\"", "tools/call read", "CallOptions.meta", "ByteArrayInput")
        .hasCauseInstanceOf(JsonException.class);
    assertThat(server.received("tools/call")).isEmpty();
    assertThat(catalog.call("s__read", "{}").isError()).isFalse();
  }

  @Test
  void pendingCallHoldsNoThread() throws Exception {
    server.tool("stuck").neverAnswers();
    start("2026-07-28", ServerOptions.builder().requestMeta(caller -> Map.of(TENANT, "acme")));
    McpClient client = catalog.client("s");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<CallToolResult> pending = submit(client, "stuck", thread);
      server.awaitReceived("tools/call", 1, SOON);

      assertThat(submit(client, "read", thread).get(20, TimeUnit.SECONDS).isError()).isFalse();

      pending.cancel(true);
    } finally {
      thread.shutdown();
    }
  }

  private static CompletableFuture<CallToolResult> submit(
      McpClient client, String tool, Executor executor) {
    return client
        .newCall(new CallToolRequest(tool, Map.of()), CallOptions.defaults())
        .submit(executor);
  }
}
