package com.example.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that reads a server's resources, as in docs/how-to/expose-resources-as-tools.md. */
class ExposeResourcesAsToolsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String NOTES = "file:///notes.txt";

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private ToolCatalog catalog(Transport files) {
    ServerOptions options = ServerOptions.builder().resourceTools(true).build();
    ToolCatalog catalog = ToolCatalog.builder().server("files", files, options).build();
    return catalog;
  }

  private void start() {
    start(catalog(server.transport()));
  }

  private void start(ToolCatalog of) {
    catalog = of;
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private List<String> tools() {
    return catalog.tools().stream().map(CatalogTool::modelName).toList();
  }

  private ToolOutput call(String tool, String arguments) {
    return catalog.call(tool, arguments, CallOptions.defaults());
  }

  @Test
  void readsLinkedResource() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    server.tool("find").returns(FakeResult.text("Found:").andResourceLink(NOTES, "notes"));
    start();

    assertThat(tools())
        .containsExactly("files__find", "files__list_resources", "files__read_resource");
    assertThat(call("files__find", "{}").text()).contains("[resource notes at " + NOTES);
    ToolOutput read = call("files__read_resource", "{\"uri\": \"" + NOTES + "\"}");
    assertThat(read.text()).isEqualTo("[resource file:///notes.txt, text/plain]\nBuy milk");
    assertThat(read.content()).singleElement().isInstanceOf(EmbeddedResource.class);
    assertThat(server.received("tools/call"))
        .extracting(ReceivedMessage::params)
        .extracting(params -> params.string("name"))
        .containsExactly("find");
  }

  @Test
  void listsResourcesPageByPage() {
    server.resource("a:1", "one", "text/plain", "1").resource("a:2", "two", "image/png", "2");
    server.resourceTemplate("db://{table}", "rows");
    server.pageSize(1);
    start();

    String first = call("files__list_resources", "{}").text();
    assertThat(first.lines())
        .hasSize(3)
        .startsWith("[resource one at a:1, text/plain]")
        .anyMatch(line -> line.startsWith("[resources rows at db://{table}; replace the parts in"));
    String cursor = first.substring(first.lastIndexOf(' ') + 1);
    assertThat(call("files__list_resources", "{\"cursor\": \"" + cursor + "\"}").text())
        .isEqualTo("[resource two at a:2, image/png]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FakeRevisions.V2024_11_05, FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void aServerMayHaveResourcesAndNoTools(String revision) {
    server.speaking(revision).capabilities("{\"resources\": {}}");
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    start();

    assertThat(tools()).containsExactly("files__list_resources", "files__read_resource");
    assertThat(call("files__read_resource", "{\"uri\": \"" + NOTES + "\"}").text())
        .isEqualTo("[resource file:///notes.txt, text/plain]\nBuy milk");
  }

  @Test
  void serverToolReplacesResourceToolOfSameName() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    server.tool("read_resource").returns("the server's own");
    server.tool("other");
    server.pageSize(1);
    start();

    assertThat(tools())
        .containsExactly("files__read_resource", "files__other", "files__list_resources");
    assertThat(call("files__read_resource", "{}").text()).isEqualTo("the server's own");
    assertThat(server.received("resources/read")).isEmpty();
  }

  /** Until the server's tools are listed again, calls go to the tools known before. */
  @Test
  void serverToolWithSameNameTakesPrecedence() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    server.tool("read_resource").returns("the server's own");
    start();
    Latch latch = new Latch();
    server.inject("tools/list", Faults.waitFor(latch));
    catalog.replace(
        "files", server.transport(), ServerOptions.builder().resourceTools(true).build());
    latch.awaitArrival(SOON);

    assertThat(call("files__read_resource", "{}").text()).isEqualTo("the server's own");
    assertThat(call("files__list_resources", "{}").text()).contains(NOTES);
    latch.open();
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void resourceToolsAreRemovedWhenDisabled() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    server.tool("run");
    start();
    Latch latch = new Latch();
    server.inject("tools/list", Faults.waitFor(latch));

    catalog.replace("files", server.transport(), ServerOptions.defaults());

    assertThat(tools()).containsExactly("files__run");
    latch.open();
  }

  @Test
  void resourceToolsRequireResourcesAndSetting() {
    server.tool("run");
    start();
    assertThat(tools()).containsExactly("files__run");
    catalog.close();

    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    start(ToolCatalog.builder().server("files", server.transport()).build());
    assertThat(tools()).containsExactly("files__run");
  }

  @Test
  void failedReadIsErrorResult() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    start();

    assertThat(call("files__read_resource", "{}"))
        .satisfies(output -> assertThat(output.isError()).isTrue())
        .satisfies(output -> assertThat(output.text()).contains("uri"));
    assertThat(server.received("resources/read")).isEmpty();
    ToolOutput unknown = call("files__read_resource", "{\"uri\": \"file:///gone\"}");
    assertThat(unknown.text()).startsWith("The call of files__read_resource was refused");
    assertThat(unknown.failure()).isInstanceOf(McpErrorResponseException.class);
  }

  @Test
  void unreadableResourcesAreHidden() {
    server.resource("file:///public/a", "a", "text/plain", "public");
    server.resource("file:///private/b", "b", "text/plain", "private");
    server.resourceTemplate("file:///private/{name}", "hidden");
    server.resourceTemplate("file:///public/{name}", "shown");
    start(chosen(server.transport()));

    assertThat(call("files__list_resources", "{}").text().lines())
        .hasSize(2)
        .startsWith("[resource a at file:///public/a, text/plain]")
        .anyMatch(
            line ->
                line.startsWith("[resources shown at file:///public/{name}; replace the parts"));
    assertThat(call("files__read_resource", "{\"uri\": \"file:///public/a\"}").text())
        .isEqualTo("[resource file:///public/a, text/plain]\npublic");
    for (String uri : List.of("file:///private/b", "file:///public/../private/b")) {
      ToolOutput refused = call("files__read_resource", "{\"uri\": \"" + uri + "\"}");
      assertThat(refused.isError()).isTrue();
      assertThat(refused.text()).contains("does not allow");
    }
    assertThat(server.received("resources/read")).hasSize(1);
  }

  private ToolCatalog chosen(Transport files) {
    ServerOptions options =
        ServerOptions.builder().resourceTools(true).readableResources("file:///public/*").build();
    return ToolCatalog.builder().server("files", files, options).build();
  }

  @Test
  void readTimesOut() {
    server.resource(NOTES, "notes", "text/plain", "Buy milk");
    start();
    server.inject("resources/read", Faults.silence());

    ToolOutput late =
        catalog.call(
            "files__read_resource",
            "{\"uri\": \"" + NOTES + "\"}",
            CallOptions.builder().timeout(Duration.ofSeconds(2)).build());

    assertThat(late.text()).startsWith("files__read_resource did not answer in time");
    assertThat(late.failure()).isInstanceOf(McpTimeoutException.class);
  }
}
