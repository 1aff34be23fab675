package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The resources of many servers, listed and read through one catalog. */
class CatalogResourcesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer files = FakeMcpServer.create().named("files", "1");
  private final FakeMcpServer wiki = FakeMcpServer.create().named("wiki", "1");
  private final Queue<McpException> unread = new ConcurrentLinkedQueue<>();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    files.close();
    wiki.close();
    assertThat(files.violations()).isEmpty();
    assertThat(wiki.violations()).isEmpty();
  }

  private void start(ServerOptions options, Transport... otherTransports) {
    var builder =
        ToolCatalog.builder()
            .server("files", files.transport(), options)
            .server("wiki", wiki.transport(), options);
    for (int i = 0; i < otherTransports.length; i++) {
      builder.server("other" + i, otherTransports[i], options);
    }
    catalog = builder.build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private static CallOptions timeout(Duration limit) {
    return CallOptions.builder().timeout(limit).build();
  }

  @Test
  void listsAndReadsResourcesOfAllServers() {
    files.resource("file:///a", "a", "text/plain", "text of a");
    files.resource("file:///b", "b", "text/plain", "text of b").pageSize(1);
    wiki.resource("wiki:home", "home", "text/markdown", "# Home");
    start(ServerOptions.defaults());

    CatalogListing<Resource> listing = catalog.resources().list();

    assertThat(listing.failures()).isEmpty();
    assertThat(listing.byServer().keySet()).containsExactly("files", "wiki");
    assertThat(listing.byServer().get("files"))
        .extracting(Resource::uri)
        .containsExactly("file:///a", "file:///b");
    assertThat(catalog.resources().read("wiki", "wiki:home").contents().get(0).text())
        .isEqualTo("# Home");
    assertThat(catalog.resources().read("files", "file:///b").contents().get(0).text())
        .isEqualTo("text of b");
  }

  @Test
  void skipsServersWithoutResourcesCapability() {
    files.speaking("2024-11-05").tool("a");
    wiki.resource("wiki:home", "home", "text/markdown", "# Home");
    start(ServerOptions.defaults());

    CatalogListing<Resource> listing = catalog.resources().list();

    assertThat(listing.byServer().keySet()).containsExactly("wiki");
    assertThat(listing.failures()).isEmpty();
    assertThat(files.received("resources/list")).isEmpty();
  }

  @Test
  void listReportsFailuresPerServerAndReturnsOthers() {
    files.resource("file:///a", "a", "text/plain", "text");
    files.inject("resources/list", Faults.silence());
    wiki.resource("wiki:home", "home", "text/markdown", "# Home");
    try (FakeMcpServer broken = FakeMcpServer.create()) {
      broken.resource("x:y", "y", "text/plain", "y");
      broken.inject("resources/list", Faults.error(200, -32603, "disk on fire"));
      start(
          ServerOptions.defaults(),
          StreamableHttpTransport.of("http://127.0.0.1:1/mcp"),
          broken.transport());

      CatalogListing<Resource> listing = catalog.resources().list(timeout(Duration.ofSeconds(1)));

      assertThat(listing.byServer().keySet()).containsExactly("wiki");
      assertThat(listing.failures().keySet()).containsExactly("files", "other0", "other1");
      assertThat(listing.failures().get("files"))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContainingAll("\"files\"", "resources/list");
      assertThat(listing.failures().get("other0"))
          .isInstanceOf(McpConnectException.class)
          .hasMessageContaining("\"other0\"");
      assertThat(listing.failures().get("other1"))
          .isInstanceOf(McpErrorResponseException.class)
          .hasMessageContaining("disk on fire");
      files.awaitCancelled("resources/list", SOON);
    }
  }

  @Test
  void expandsAndReadsTemplate() {
    wiki.resourceTemplate("wiki:{space}/pages{?title}", "page")
        .handler(
            call ->
                FakeResult.raw(
                    "{\"contents\": [{\"uri\": \"wiki:x\", \"text\": \""
                        + call.received().params().string("uri")
                        + "\"}]}"));
    start(ServerOptions.defaults());

    CatalogListing<ResourceTemplate> listing = catalog.resources().templates();
    assertThat(listing.byServer().keySet()).containsExactly("wiki");
    String uri =
        listing
            .byServer()
            .get("wiki")
            .get(0)
            .expand(Map.of("space", "R&D", "title", "First steps"));

    assertThat(catalog.resources().read("wiki", uri).contents().get(0).text())
        .isEqualTo("wiki:R%26D/pages?title=First%20steps");
  }

  @Test
  void readTimesOutAfterServerOrCallTimeout() {
    files.resource("file:///a", "a", "text/plain", "text");
    files.inject("resources/read", Faults.silence());
    start(ServerOptions.builder().timeout(Duration.ofMillis(200)).build());

    assertThatThrownBy(() -> catalog.resources().read("files", "file:///a"))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"files\"", "resources/read", "timeout", "200 ms");
    assertThatThrownBy(
            () -> catalog.resources().read("files", "file:///a", timeout(Duration.ofMillis(100))))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("100 ms");
  }

  @Test
  void readsCountTowardsBulkhead() throws InterruptedException {
    Latch latch = new Latch();
    files.resource("file:///a", "a", "text/plain", "text");
    files.inject("resources/read", Faults.waitFor(latch));
    start(
        ServerOptions.builder()
            .callLimits(CallLimits.builder().maxConcurrentCalls(1).build())
            .build());
    Thread first = new Thread(() -> catalog.resources().read("files", "file:///a"), "first");
    first.setDaemon(true);
    first.start();
    latch.awaitArrival(SOON);

    assertThatThrownBy(
            () -> catalog.resources().read("files", "file:///a", timeout(Duration.ofMillis(100))))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"files\"", "CallLimits.maxConcurrentCalls")
        .matches(failure -> ((McpTimeoutException) failure).delivery() == Delivery.NOT_SENT);

    latch.open();
    first.join(SOON.toMillis());
    assertThat(files.received("resources/read")).hasSize(1);
  }

  @Test
  void readTimeoutIncludesQueueTime() throws InterruptedException {
    Latch latch = new Latch();
    Map<String, Deadline> deadlines = new ConcurrentHashMap<>();
    files.resource("file:///a", "a", "text/plain", "text");
    files.injectNext("resources/read", Faults.waitFor(latch));
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                WatchedTransport.of(
                    files.transport(),
                    (request, deadline) -> deadlines.put(request.subject(), deadline)),
                ServerOptions.builder()
                    .callLimits(CallLimits.builder().maxConcurrentCalls(1).build())
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    Thread first = reading();
    latch.awaitArrival(SOON);
    Thread second = reading();
    Waiting.until(() -> second.getState() == Thread.State.TIMED_WAITING);

    Deadline aWholeTime = Deadline.after(SOON);
    latch.open();
    first.join(SOON.toMillis());
    second.join(SOON.toMillis());

    Deadline used = deadlines.get("resources/read");
    assertThat(aWholeTime.orEarlier(used)).as("the earlier one").isSameAs(used);
  }

  @Test
  void doesNotSendQueuedReadAfterDisable() throws InterruptedException {
    Latch latch = new Latch();
    files.resource("file:///a", "a", "text/plain", "text");
    files.injectNext("resources/read", Faults.waitFor(latch));
    start(
        ServerOptions.builder()
            .callLimits(CallLimits.builder().maxConcurrentCalls(1).build())
            .build());
    Thread first = reading();
    latch.awaitArrival(SOON);
    Thread second = reading();
    Waiting.until(() -> second.getState() == Thread.State.TIMED_WAITING);

    catalog.disable("files", "the operator");
    latch.open();
    first.join(SOON.toMillis());
    second.join(SOON.toMillis());

    assertThat(files.received("resources/read")).hasSize(1);
    assertThat(unread)
        .singleElement()
        .satisfies(failure -> assertThat(failure).hasMessageContaining("not sent: the server was"));
  }

  private Thread reading() {
    Thread reader =
        new Thread(
            () -> {
              try {
                catalog.resources().read("files", "file:///a", timeout(SOON));
              } catch (McpException e) {
                unread.add(e);
              }
            },
            "reader");
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  @Test
  void listFailsIfInterruptedOrClosed() {
    files.resource("file:///a", "a", "text/plain", "text");
    start(ServerOptions.defaults());

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> catalog.resources().list()).isInstanceOf(McpCancelledException.class);
    assertThat(Thread.interrupted()).isTrue();

    catalog.close();
    assertThatThrownBy(() -> catalog.resources().list())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void doesNotListOrReadDisabledServer() {
    files.resource("file:///a", "a", "text/plain", "text");
    start(ServerOptions.defaults());
    catalog.disable("files", "the operator");

    assertThat(catalog.resources().list())
        .isEqualTo(new CatalogListing<Resource>(Map.of(), Map.of()));
    assertThatThrownBy(() -> catalog.resources().read("files", "file:///a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("\"files\"", "the operator");
  }

  @Test
  void readFailureNamesCause() {
    files.resource("file:///a", "a", "text/plain", "text");
    start(ServerOptions.defaults(), StreamableHttpTransport.of("http://127.0.0.1:1/mcp"));

    assertThatThrownBy(() -> catalog.resources().read("flies", "file:///a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("\"flies\"", "[files, wiki, other0]");
    assertThatThrownBy(() -> catalog.resources().read("files", "file:///b"))
        .isInstanceOf(McpErrorResponseException.class)
        .hasMessageContainingAll("\"files\"", "resources/read");
    assertThatThrownBy(() -> catalog.resources().read("other0", "file:///a"))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContainingAll("\"other0\"", "not connected");
  }

  @Test
  void cachesListForTtlMs() {
    wiki.resource("wiki:home", "home", "text/markdown", "# Home");
    wiki.inject(
        "resources/list",
        serverTurn ->
            serverTurn.answer(
                right -> {
                  JsonObject lasting = right.object("result").with("ttlMs", 3_600_000);
                  return List.of(
                      right.with("result", lasting.with("cacheScope", "public")).toMap());
                }));
    start(ServerOptions.defaults());

    CatalogListing<Resource> first = catalog.resources().list();
    assertThat(catalog.resources().list()).isEqualTo(first);
    assertThat(wiki.received("resources/list")).hasSize(1);

    catalog.resources().list(CallOptions.builder().noCache().build());
    assertThat(wiki.received("resources/list")).hasSize(2);
  }
}
