package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log of an application while its servers connect and disconnect. */
class CatalogLogTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer weather = FakeMcpServer.create().speaking(FakeRevisions.V2026_07_28);
  private final CatalogWatch watch = new CatalogWatch();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.mcpbridge");
  private final Level before = logger.getLevel();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    logger.setLevel(before);
    weather.close();
  }

  @Test
  void logsSingularForOneTool() {
    weather.tool("now");
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(weather.url()))
            .build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      catalog.refresh("weather");
      weather.awaitReceived("tools/list", 2, SOON); // forces the order of events

      assertThat(lines()).singleElement().asString().endsWith("revision 2026-07-28, 1 tool");
    }
  }

  @Test
  void logsOneLinePerStateChange() {
    weather.tool("now");
    weather.tool("tomorrow");
    weather.inject(Faults.httpStatus(500));
    String url = weather.url();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", StreamableHttpTransport.of(url), ServerOptions.defaults())
            .listener(watch)
            .build()) {
      weather.awaitReceived("server/discover", 2, SOON);
      weather.clearFaults();
      watch.await("weather connected");
      catalog.refresh("weather");
      weather.awaitReceived("tools/list", 2, SOON); // forces the order of events
      String unavailable = "MCP server \"weather\" is not available (its tools are absent;";
      String connected =
          "MCP server \"weather\" (" + url + ") is connected: revision 2026-07-28, 2";

      assertThat(lines()).hasSize(2);
      assertThat(lines().get(0)).startsWith("WARN " + unavailable).contains("500", "url");
      assertThat(lines().get(1)).startsWith("INFO " + connected + " tools");
      assertThat(log.list).extracting(ILoggingEvent::getThrowableProxy).containsOnlyNulls();
    }
  }

  @Test
  void logsServerChangesWithDisabledBy() {
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", weather.transport()).build()) {
      catalog.disable("weather", "the operator\nforged");
      catalog.replace("weather", weather.transport(), ServerOptions.defaults());
      catalog.enable("weather");
      catalog.remove("weather");

      assertThat(lines())
          .containsExactly(
              "INFO MCP server \"weather\" is disabled by the operator forged",
              "INFO MCP server \"weather\" is replaced: in-process:fake",
              "INFO MCP server \"weather\" is enabled",
              "INFO MCP server \"weather\" is removed");
    }
  }

  /** The plain name of one tool equals the hashed model name of another. */
  @Test
  void logsModelNameCollisionOnce() {
    String contrived = ToolNames.modelName("a", "b c").substring("a__".length());
    FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
    server.tool("b c");
    try (server;
        ToolCatalog catalog =
            ToolCatalog.builder().server("a", server.transport()).listener(watch).build()) {
      watch.await("a connected");

      server.tool(contrived).description("the other one");
      catalog.refresh("a");
      server.awaitReceived("tools/list", 2, SOON);
      server.tool("d");
      catalog.refresh("a");
      watch.await("a tools +d - ~");
      server.tool("e");
      catalog.refresh("a");
      watch.await("a tools +e - ~");

      assertThat(catalog.snapshot().tool("a__" + contrived).name()).isEqualTo("b c");
      assertThat(lines()).filteredOn(line -> line.contains("left out")).hasSize(1);
      assertThat(lines())
          .contains(
              "WARN MCP server \"a\": the tool \"%s\" was left out: \"b c\" of \"a\" is also named a__%s"
                  .formatted(contrived, contrived));
    }
  }

  /** The user's part is a normal state; what comes after it is not. */
  @Test
  void warnsIfServerThatWaitedForItsUserIsMisconfigured() {
    AtomicBoolean isUserThere = new AtomicBoolean();
    Credentials credentials =
        request -> {
          throw isUserThere.get()
              ? new McpAuthorizationException("the client is not registered")
              : McpAuthorizationException.userRequired("sign in first", null);
        };
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.builder(URI.create(weather.url()))
                    .credentials(credentials)
                    .build())
            .build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      Waiting.until(() -> lines().size() == 1);

      isUserThere.set(true);
      catalog.refresh("weather");
      Waiting.until(() -> lines().size() == 2);

      assertThat(lines())
          .containsExactly(
              "INFO MCP server \"weather\" needs authorization (its tools are absent): sign in first",
              "WARN MCP server \"weather\" needs authorization (its tools are absent; retrying"
                  + " automatically): the client is not registered");
    }
  }

  private List<String> lines() {
    return List.copyOf(log.list).stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }
}
