package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.ReceivedMessage;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that a user would guess, without looking anything up. */
class GuessesTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  record City(String city) {}

  record Forecast(String sky) {}

  private void forecastOfCity() {
    server
        .tool("forecast")
        .handler(
            call -> FakeResult.structured("{\"sky\": \"sunny in " + call.string("city") + "\"}"));
  }

  @Test
  void callsTools() {
    forecastOfCity();
    String json = "{\"city\": \"Oslo\"}";
    CallOptions options = CallOptions.defaults();

    try (McpClient client = McpClient.of(server.transport())) {
      assertThat(client.callTool("forecast").text()).contains("sunny in");
      assertThat(client.callTool("forecast", Map.of("city", "Oslo")).text()).contains("Oslo");
      assertThat(client.callTool("forecast", json).text()).contains("Oslo");
      assertThat(client.callTool("forecast", json, options).text()).contains("Oslo");
      assertThat(client.callTool("forecast", new City("Oslo"), Forecast.class).sky())
          .isEqualTo("sunny in Oslo");
      assertThat(client.callToolAsync("forecast", json).join().text()).contains("Oslo");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"city\": ", "city", "[\"Oslo\"]", ""})
  void namesToolOfMalformedArguments(String json) {
    try (McpClient client = McpClient.of(server.transport())) {
      assertThatThrownBy(() -> client.callTool("forecast", json))
          .isInstanceOf(JsonException.class)
          .hasMessageStartingWith("the arguments of the tool \"forecast\" are not a JSON object: ");
      assertThatThrownBy(() -> client.callToolAsync("forecast", json))
          .isInstanceOf(JsonException.class);
    }
    assertThat(server.received()).isEmpty();
  }

  @Test
  void sendsHeaders() {
    server.tool("x");
    AtomicReference<String> tenant = new AtomicReference<>("north");

    try (McpClient client =
        McpClient.of(
            StreamableHttpTransport.builder(server.http().url())
                .header("X-Region", "eu")
                .header("X-Tenant", () -> tenant.get())
                .bearerToken("t")
                .build())) {
      client.callTool("x");
      assertThat(lastHeader("X-Region")).isEqualTo("eu");
      assertThat(lastHeader("X-Tenant")).isEqualTo("north");
      assertThat(lastHeader("Authorization")).isEqualTo("Bearer t");

      tenant.set(null);
      client.callTool("x");
      assertThat(lastHeader("X-Tenant")).isNull();
    }
  }

  @Test
  void suppliesTokens() {
    server.tool("x");
    AtomicReference<String> token = new AtomicReference<>("first");

    try (McpClient client =
        McpClient.of(
            StreamableHttpTransport.builder(server.http().url())
                .credentials(BearerToken.of(() -> token.get()))
                .build())) {
      client.callTool("x");
      assertThat(lastHeader("Authorization")).isEqualTo("Bearer first");
      token.set("second");
      client.callTool("x");
      assertThat(lastHeader("Authorization")).isEqualTo("Bearer second");
    }
  }

  private String lastHeader(String name) {
    ReceivedMessage last =
        server.received("tools/call").get(server.received("tools/call").size() - 1);
    return last.header(name);
  }

  @Test
  void startsProcesses() {
    Transport files =
        StdioTransport.builder("npx", "-y", "some-server", "/data")
            .env("API_KEY", "k")
            .environment(Map.of("A", "1", "B", "2"))
            .build();

    assertThat(files.address()).isEqualTo("stdio: npx -y some-server /data");
  }
}
