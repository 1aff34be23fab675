package com.example.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.Tool;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tool calls in plain Java, as somebody writes them who guesses the API. */
@ExtendWith(LeakCheck.class)
class CallToolTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  record City(String city) {}

  record Forecast(String sky, int degrees) {}

  record Booking(LocalDate day, Instant createdAt, Optional<String> note) {}

  @AfterEach
  void close() {
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void listsAndCallsTools() {
    server.tool("forecast").handler(call -> FakeResult.text("sunny in " + call.string("city")));
    StringBuilder out = new StringBuilder();
    String url = server.url();
    String token = "t0ken";

    try (McpClient client =
        McpClient.of(StreamableHttpTransport.builder(url).bearerToken(token).build())) {
      for (Tool tool : client.listTools()) {
        out.append(tool.name());
      }
      CallOptions options = CallOptions.builder().timeout(Duration.ofSeconds(5)).build();
      String text = client.callTool("forecast", Map.of("city", "Oslo"), options).text();
      String sameText = client.callTool("forecast", "{\"city\": \"Oslo\"}", options).text();
      assertThat(text).isEqualTo("sunny in Oslo").isEqualTo(sameText);
    }

    assertThat(out).hasToString("forecast");
    assertThat(server.received("tools/call").get(0).header("Authorization"))
        .isEqualTo("Bearer t0ken");
  }

  @Test
  void acceptsArgumentsAsMapOrJson() {
    server.tool("forecast").handler(call -> FakeResult.text("sunny in " + call.string("city")));
    CallOptions options = CallOptions.builder().timeout(Duration.ofSeconds(5)).build();
    try (McpClient client = McpClient.of(server.transport())) {
      assertThat(client.callTool("forecast", Map.of("city", "Oslo")).text())
          .isEqualTo("sunny in Oslo");
      assertThat(client.callTool("forecast", "{\"city\": \"Rome\"}", options).text())
          .isEqualTo("sunny in Rome");
      assertThat(client.callTool("forecast", Map.of("city", "Bonn"), options).text())
          .isEqualTo("sunny in Bonn");
    }
  }

  @Test
  void catalogCallsToolByModelName() throws Exception {
    server.tool("forecast").returns("sunny");
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", server.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();

      assertThat(catalog.call("weather__forecast", Map.of("city", "Oslo")).text())
          .isEqualTo("sunny");
    }
  }

  @Test
  void requestsHaveTenantOfCaller() throws Exception {
    server.tool("forecast").returns("sunny");
    ServerOptions options =
        ServerOptions.builder()
            .requestMeta(
                caller ->
                    caller.user() == null
                        ? Map.of()
                        : Map.of("com.example/tenant", tenantOf(caller.user())))
            .build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", server.transport(), options).user("ada").build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();

      catalog.call("weather__forecast", "{}");

      assertThat(server.received("tools/call").get(0).meta().string("com.example/tenant"))
          .isEqualTo("tenant of ada");
    }
  }

  private static String tenantOf(Object user) {
    return "tenant of " + user;
  }

  @Test
  void textOfErrors() {
    server.tool("forecast").returns(FakeResult.error("quota exceeded"));
    server.injectNext("tools/call", Faults.httpStatus(401));

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("weather", server.transport())
            .toolErrorHandler(
                error -> {
                  if (error.output().failure() instanceof McpAuthorizationException) {
                    throw error.exception();
                  }
                  return error.output().text() + " Do not guess; say that you do not know.";
                })
            .build();

    try (catalog) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
      assertThatThrownBy(() -> catalog.call("weather__forecast", "{}"))
          .isInstanceOf(McpAuthorizationException.class);
      assertThat(catalog.call("weather__forecast", "{}").text())
          .isEqualTo("Error: quota exceeded Do not guess; say that you do not know.");
    }
  }

  @Test
  void typedArgumentsAndResult() {
    server
        .tool("forecast")
        .handler(
            call ->
                FakeResult.text("{\"sky\": \"from text\", \"degrees\": 1}")
                    .andStructured(
                        "{\"sky\": \"clear in "
                            + call.string("city")
                            + "\", \"degrees\": 21,"
                            + " \"source\": \"unknown to the record\"}"));
    try (McpClient client = McpClient.of(server.transport())) {
      assertThat(client.callTool("forecast", new City("Oslo"), Forecast.class))
          .isEqualTo(new Forecast("clear in Oslo", 21));
      assertThat(client.callTool("forecast", "{\"city\": \"Rome\"}", Forecast.class).sky())
          .isEqualTo("clear in Rome");
    }
  }

  @Test
  void typedCallsUseJacksonModulesOfApplication() {
    server
        .tool("book")
        .handler(
            call -> FakeResult.text("booked").andStructured(Json.write(call.arguments().toMap())));
    Booking booking =
        new Booking(
            LocalDate.parse("2026-03-01"),
            Instant.parse("2026-02-01T10:15:30Z"),
            Optional.of("window seat"));
    try (McpClient client = McpClient.of(server.transport())) {
      assertThat(client.callTool("book", booking, Booking.class)).isEqualTo(booking);
    }

    assertThat(server.received("tools/call").get(0).arguments().toMap())
        .isEqualTo(
            Map.of(
                "day", "2026-03-01", "createdAt", "2026-02-01T10:15:30Z", "note", "window seat"));
  }

  @Test
  void readsTypedResultFromText() {
    server.tool("forecast").returns("{\"sky\": \"clear\", \"degrees\": 21}");
    server.tool("words").returns("clear");
    try (McpClient client = McpClient.of(server.transport())) {
      assertThat(client.callTool("forecast", Map.of(), Forecast.class))
          .isEqualTo(new Forecast("clear", 21));
      assertThatThrownBy(() -> client.callTool("words", Map.of(), Forecast.class))
          .isInstanceOf(JsonException.class)
          .hasMessageStartingWith("the result of the tool \"words\" does not fit Forecast: ");
      assertThat(client.callTool("words", Map.of(), String.class)).isEqualTo("clear");
    }
  }

  @Test
  void typedCallThrowsToolError() {
    server.tool("forecast").returns(FakeResult.error("no such city"));
    try (McpClient client = McpClient.builder(server.transport()).name("weather").build()) {
      assertThatThrownBy(() -> client.callTool("forecast", new City("Atlantis"), Forecast.class))
          .isInstanceOf(McpToolErrorException.class)
          .hasMessage("Server \"weather\", tools/call forecast: no such city");
    }
  }

  @Test
  void rejectsResultThatDoesNotMatchType() {
    server.tool("forecast").returns(FakeResult.text("").andStructured("{\"degrees\": \"warm\"}"));
    try (McpClient client = McpClient.of(server.transport())) {
      assertThatThrownBy(() -> client.callTool("forecast", Map.of(), Forecast.class))
          .isInstanceOf(JsonException.class)
          .hasMessageContaining("does not fit")
          .hasMessageContaining("Forecast at degrees")
          .hasMessageNotContaining("warm");
      assertThatThrownBy(() -> client.callTool("forecast", "no object", Forecast.class))
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void callHeadersOverrideTransportHeaders() {
    server.tool("forecast").returns("sunny");
    try (McpClient client =
        McpClient.of(
            StreamableHttpTransport.builder(server.url())
                .header("X-Tenant", "default")
                .header("X-Region", "eu")
                .build())) {
      client.callTool("forecast");
      client.callTool(
          "forecast", Map.of(), CallOptions.builder().header("x-tenant", "acme").build());
    }

    assertThat(server.received("tools/call"))
        .extracting(call -> call.header("X-Tenant"))
        .containsExactly("default", "acme");
    assertThat(server.received("tools/call"))
        .extracting(call -> call.header("X-Region"))
        .containsOnly("eu");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mcp-Session-Id", "Accept", "Transfer-Encoding", "two words", ""})
  void aCallSetsNoHeaderOfTheProtocol(String name) {
    assertThatThrownBy(() -> CallOptions.builder().header(name, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CallOptions.builder().header("X-Tenant", "a\r\nX-Other: b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void optionsDoNotPrintValuesOfHeaders() {
    CallOptions options =
        CallOptions.builder().header("Authorization", "Bearer s3cret-of-call").build();

    assertThat(options.toString()).contains("Authorization").doesNotContain("s3cret");
  }

  @Test
  void aCancellationHasTheHeadersOfItsCall() {
    server.tool("forecast").returns(FakeResult.never());
    server.speaking("2025-11-25");
    CallOptions options =
        CallOptions.builder().header("X-Tenant", "acme").timeout(Duration.ofSeconds(2)).build();
    try (McpClient client = McpClient.of(StreamableHttpTransport.of(server.url()))) {
      client.listTools();
      assertThatThrownBy(() -> client.callTool("forecast", Map.of(), options))
          .isInstanceOf(McpTimeoutException.class);

      assertThat(
              server
                  .awaitReceived("notifications/cancelled", Duration.ofSeconds(10))
                  .header("X-Tenant"))
          .isEqualTo("acme");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void rejectedCredentialsAreAnAuthorizationException(int status) {
    server.tool("forecast").returns("sunny");
    try (McpClient client = McpClient.of(StreamableHttpTransport.of(server.url()))) {
      server.inject("tools/call", Faults.httpStatus(status));
      assertThatThrownBy(() -> client.callTool("forecast"))
          .isInstanceOfSatisfying(
              McpAuthorizationException.class,
              failure -> assertThat(failure.status()).isEqualTo(status));
    }
  }
}
