package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

class McpToolCallbackProviderTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final ToolCatalog catalog =
      ToolCatalog.builder().server("s", server.transport()).connectWhen(ready).build();
  private final McpToolCallbackProvider provider = McpToolCallbackProvider.of(catalog);

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  @Test
  void hasNoToolsBeforeStart() {
    server.tool("a");

    assertThat(provider.getToolCallbacks()).isEmpty();
    assertThat(provider.awaitReady(Duration.ofMillis(1))).isFalse();
    assertThat(server.received()).isEmpty();
  }

  @Test
  void definitionHasNameDescriptionAndSchema() {
    server.tool("a").description("Does a").inputSchema("{\"type\":\"object\",\"x-own\":[1,null]}");
    server.tool("bare");

    ToolCallback[] callbacks = started();

    assertThat(callbacks[0].getToolDefinition().name()).isEqualTo("s__a");
    assertThat(callbacks[0].getToolDefinition().description())
        .isEqualTo(
            "Does a\n\nThe arguments must also match this JSON Schema: {\"x-own\":[1,null]}");
    assertThat(callbacks[0].getToolDefinition().inputSchema())
        .isEqualTo("{\"type\":\"object\",\"properties\":{}}");
    assertThat(callbacks[1].getToolDefinition().description()).contains("bare");
    assertThat(callbacks[0].getToolMetadata().returnDirect()).isFalse();
  }

  @Test
  void cachesCallbacksAndCopiesArray() {
    server.tool("a");
    ToolCallback[] first = started();
    ToolCallback derived = first[0];
    Arrays.fill(first, null);

    assertThat(provider.getToolCallbacks()).containsExactly(derived);
  }

  /** As with per-user tools, which each request adds. */
  @Test
  void cachesCallbacksOfAdditionalTools() {
    server.tool("a");
    try (ToolCatalog ofUser = ToolCatalog.builder().server("own", server.transport()).build()) {
      assertThat(ofUser.awaitReady(Duration.ofSeconds(60))).isTrue();
      McpToolCallbackProvider combined =
          McpToolCallbackProvider.builder().tools(catalog).additionalTools(() -> ofUser).build();
      ToolCallback[] first = combined.getToolCallbacks();

      assertThat(names(first)).containsExactly("own__a");
      assertThat(combined.getToolCallbacks()[0]).isSameAs(first[0]);
    }
  }

  @Test
  void providerOfOtherToolsHasNoAdditionalTools() {
    server.tool("a");
    started();
    try (ToolCatalog ofUser = ToolCatalog.builder().server("own", server.transport()).build()) {
      assertThat(ofUser.awaitReady(Duration.ofSeconds(60))).isTrue();
      McpToolCallbackProvider combined =
          McpToolCallbackProvider.builder().tools(catalog).additionalTools(() -> ofUser).build();

      assertThat(names(combined.getToolCallbacks())).containsExactly("s__a", "own__a");
      assertThat(names(combined.forTools(catalog).getToolCallbacks())).containsExactly("s__a");
    }
  }

  @Test
  void rebuildsCallbacksAfterChange() {
    server.speaking(FakeRevisions.V2025_11_25).tool("a");
    assertThat(names(started())).containsExactly("s__a");
    server.tool("b");
    server.announceToolsChanged();
    server.awaitReceived("tools/list", 2, Duration.ofSeconds(60));

    // The response is sent after the request has been recorded.
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (provider.getToolCallbacks().length < 2 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(names(provider.getToolCallbacks())).containsExactly("s__a", "s__b");
  }

  /** The additional tools are read after those of the catalog, which grow meanwhile. */
  @Test
  void searchesIfToolsBecomeTooManyDuringDecision() {
    server.tool("a");
    started();
    try (FakeMcpServer large = FakeMcpServer.create();
        ToolCatalog ofUser = ToolCatalog.builder().server("own", server.transport()).build()) {
      large.tool("large").description("word ".repeat(10_000));
      assertThat(ofUser.awaitReady(Duration.ofSeconds(60))).isTrue();
      AtomicBoolean added = new AtomicBoolean();
      ToolView growing =
          ofUser.view(
              tool -> {
                if (!added.getAndSet(true)) {
                  catalog.add("large", large.transport(), ServerOptions.defaults());
                  assertThat(catalog.awaitReady("large", Duration.ofSeconds(60))).isTrue();
                }
                return true;
              });
      McpToolCallbackProvider searching =
          McpToolCallbackProvider.builder()
              .tools(catalog)
              .additionalTools(() -> growing)
              .toolSearch(ToolSearch.builder().tokenBudget(1_000).build())
              .build();

      assertThat(names(searching.getToolCallbacks()))
          .containsExactly("search_tools", "describe_tool", "call_tool");
    }
  }

  @Test
  void sendsEmptyObjectWithoutArguments() {
    server.tool("a").handler(call -> FakeResult.text(call.arguments().toJson()));
    ToolCallback callback = started()[0];

    assertThat(callback.call(null)).isEqualTo("{}");
    assertThat(callback.call(" ")).isEqualTo("{}");
    assertThat(callback.call("{\"a\":1}")).isEqualTo("{\"a\":1}");
    assertThat(server.received("tools/call"))
        .allSatisfy(call -> assertThat(call.params().object("arguments")).isNotNull());
  }

  @Test
  void doesNotSendToolContextToServer() {
    server.tool("a").returns("done");

    String text = started()[0].call("{}", new ToolContext(Map.of("user", "geheim")));

    assertThat(text).isEqualTo("done");
    assertThat(server.received("tools/call").get(0).text()).doesNotContain("geheim", "user");
  }

  @Test
  void omitsCircularContextValues() {
    server.tool("a").returns("done");
    ready.complete(null);
    assertThat(provider.awaitReady(Duration.ofSeconds(60))).isTrue();
    Map<String, Object> circle = new HashMap<>(Map.of("number", 1));
    circle.put("list", List.of(circle, "text"));
    circle.put("again", Map.of("number", 2));

    McpToolCallbackProvider.builder()
        .tools(catalog)
        .toolContextMeta(tool -> List.of("circle"))
        .build()
        .getToolCallbacks()[0]
        .call("{}", new ToolContext(Map.of("circle", circle)));

    assertThat(server.received("tools/call").get(0).params().object("_meta").get("circle"))
        .isEqualTo(Map.of("number", 1, "list", List.of("text"), "again", Map.of("number", 2)));
  }

  @Test
  void failureThrowsWithModelMessageAndCause() {
    server.tool("refuses").returns(FakeResult.failure(-32602, "no such city"));
    ToolCallback callback = started()[0];

    ToolExecutionException thrown =
        catchThrowableOfType(ToolExecutionException.class, () -> callback.call("{}"));

    assertThat(thrown.getToolDefinition().name()).isEqualTo("s__refuses");
    assertThat(thrown).hasMessageContaining("no such city");
    assertThat(thrown.getCause()).isInstanceOf(McpToolCallException.class);
    McpToolCallException cause = (McpToolCallException) thrown.getCause();
    assertThat(cause.output().failure()).isInstanceOf(McpErrorResponseException.class);
    assertThat(cause).hasCause(cause.output().failure());
  }

  @Test
  void keepsErrorTextOfTool() {
    server.tool("broken").returns(FakeResult.error("out of paper").andStructured("{\"tray\":2}"));
    ToolCallback callback = started()[0];

    ToolExecutionException thrown =
        catchThrowableOfType(ToolExecutionException.class, () -> callback.call("{}"));

    assertThat(thrown).hasMessageContaining("out of paper");
    McpToolCallException cause = (McpToolCallException) thrown.getCause();
    assertThat(cause.output().structuredContent().toJson()).isEqualTo("{\"tray\":2}");
    assertThat(cause).hasNoCause();
  }

  private ToolCallback[] started() {
    ready.complete(null);
    assertThat(provider.awaitReady(Duration.ofSeconds(60))).isTrue();
    return provider.getToolCallbacks();
  }

  private static String[] names(ToolCallback[] callbacks) {
    return Arrays.stream(callbacks)
        .map(callback -> callback.getToolDefinition().name())
        .toArray(String[]::new);
  }
}
