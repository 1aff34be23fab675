package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Listing;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pagination follows every list to its end, whatever the cursors look like. */
class PagesContractTest {

  private static final String LISTS = "io.mcpbridge.contract.PagesContractTest#lists";
  private static final Fault REFUSAL =
      serverTurn -> serverTurn.refuse(200, -32602, "Invalid cursor");

  private final FakeMcpServer server =
      FakeMcpServer.create().capabilities("{\"tools\": {}, \"resources\": {}, \"prompts\": {}}");
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  /** Every list in every revision, on one transport: cursors do not depend on transports. */
  static Stream<Arguments> lists() {
    return Matrix.all()
        .map(Arguments::get)
        .filter(cell -> cell[1] == TransportType.IN_PROCESS)
        .flatMap(cell -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(cell[0], kind)));
  }

  enum Kind {
    TOOLS(ListToolsRequest.first(), "tools", "name", ", \"inputSchema\": {\"type\": \"object\"}"),
    PROMPTS(ListPromptsRequest.first(), "prompts", "name", ""),
    RESOURCES(ListResourcesRequest.first(), "resources", "uri", ""),
    TEMPLATES(ListResourceTemplatesRequest.first(), "resourceTemplates", "uriTemplate", "");

    private final PaginatedRequest<?> first;
    private final String member;
    private final String identity;
    private final String rest;

    Kind(PaginatedRequest<?> first, String member, String identity, String rest) {
      this.first = first;
      this.member = member;
      this.identity = identity;
      this.rest = rest;
    }

    String method() {
      return first.method();
    }

    Fault page(String name, String next) {
      String cursor = next == null ? "" : ", \"nextCursor\": \"" + next + "\"";
      return Scripted.result(
          "{\""
              + member
              + "\": [{\""
              + identity
              + "\": \""
              + name
              + "\""
              + rest
              + "}]"
              + cursor
              + "}");
    }
  }

  private void connect(String revision) {
    server.speaking(revision);
    endpoint = TransportType.IN_PROCESS.to(server);
    client = McpClient.builder(endpoint.transport()).name("fake").maxPages(5).build();
  }

  private Listing<?> list(Kind kind, CallOptions options) {
    return switch (kind) {
      case TOOLS -> client.list(ListToolsRequest.first(), options);
      case PROMPTS -> client.list(ListPromptsRequest.first(), options);
      case RESOURCES -> client.list(ListResourcesRequest.first(), options);
      case TEMPLATES -> client.list(ListResourceTemplatesRequest.first(), options);
    };
  }

  private Listing<?> list(Kind kind) {
    return list(kind, CallOptions.defaults());
  }

  private List<String> cursors(Kind kind) {
    return server.received(kind.method()).stream()
        .map(ReceivedMessage::params)
        .map(params -> params.string("cursor", "none"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void sendsCursorsUnchanged(String revision, Kind kind) {
    connect(revision);
    server.injectNext(
        kind.method(), kind.page("a", ""), kind.page("b", " \u00e9{}="), kind.page("c", null));

    assertThat(list(kind).items()).extracting(kind.identity).containsExactly("a", "b", "c");
    assertThat(cursors(kind)).containsExactly("none", "", " \u00e9{}=");
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void stopsAtRepeatedCursor(String revision, Kind kind) {
    connect(revision);
    server.injectNext(kind.method(), kind.page("a", "x"), kind.page("b", "y"), kind.page("c", "x"));

    Listing<?> listing = list(kind);

    assertThat(listing.items()).extracting(kind.identity).containsExactly("a", "b", "c");
    assertThat(listing.omitted())
        .containsExactly(
            kind.method() + " returned the same cursor twice, so reading stopped there");
    assertThat(cursors(kind)).containsExactly("none", "x", "y");
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void keepsFirstOfDuplicates(String revision, Kind kind) {
    connect(revision);
    server.injectNext(kind.method(), kind.page("a", "x"), kind.page("a", null));

    Listing<?> listing = list(kind);

    assertThat(listing.items()).extracting(kind.identity).containsExactly("a");
    assertThat(listing.omitted())
        .containsExactly(kind.method() + " names \"a\" twice; the first one is kept");
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void restartsListingIfCursorIsRejected(String revision, Kind kind) {
    connect(revision);
    server.injectNext(
        kind.method(),
        kind.page("old", "stale"),
        REFUSAL,
        kind.page("a", "fresh"),
        kind.page("b", null));

    Listing<?> listing = list(kind);

    assertThat(listing.items()).extracting(kind.identity).containsExactly("a", "b");
    assertThat(listing.omitted()).isEmpty();
    assertThat(cursors(kind)).containsExactly("none", "stale", "none", "fresh");
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void restartsListingOnlyOnce(String revision, Kind kind) {
    connect(revision);
    server.injectNext(kind.method(), kind.page("a", "x"), REFUSAL, kind.page("a", "x"), REFUSAL);

    assertThatThrownBy(() -> list(kind))
        .isInstanceOf(McpErrorResponseException.class)
        .hasMessageContainingAll("\"fake\"", kind.method(), "-32602");
    assertThat(cursors(kind)).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void doesNotRetryRejectedFirstPage(String revision, Kind kind) {
    connect(revision);
    server.injectNext(kind.method(), REFUSAL);

    assertThatThrownBy(() -> list(kind)).isInstanceOf(McpErrorResponseException.class);
    assertThat(cursors(kind)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void limitsNumberOfPages(String revision, Kind kind) {
    connect(revision);
    server.inject(
        kind.method(),
        serverTurn -> {
          String cursor = serverTurn.received().params().string("cursor", "");
          kind.page("a" + cursor, cursor + "x").apply(serverTurn);
        });

    Listing<?> listing = list(kind);

    assertThat(listing.items())
        .extracting(kind.identity)
        .containsExactly("a", "ax", "axx", "axxx", "axxxx");
    assertThat(listing.omitted())
        .containsExactly(
            kind.method()
                + " has more than 5 pages (setting maxPages); the 5 entries read so far"
                + " are used");
    assertThat(cursors(kind)).hasSize(5);
  }

  @ParameterizedTest
  @MethodSource(LISTS)
  void timeoutAppliesToAllPages(String revision, Kind kind) {
    connect(revision);
    client.server();
    server.injectNext(kind.method(), kind.page("a", "x"), Faults.silence());

    assertThatThrownBy(
            () -> list(kind, CallOptions.builder().timeout(Duration.ofMillis(300)).build()))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("timeout");
  }
}
