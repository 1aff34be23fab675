package io.mcpbridge.catalog;

import static io.mcpbridge.approval.ApprovalDecision.allow;
import static io.mcpbridge.approval.ApprovalDecision.deny;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.JdbcResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
      assertThat(client.callToolAsync("forecast", json, options).join().text()).contains("Oslo");
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

  @Test
  void callsToolsOfCatalog() {
    forecastOfCity();
    String json = "{\"city\": \"Oslo\"}";

    try (ToolCatalog catalog =
        ToolCatalog.builder().server("weather", server.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      for (CatalogTool tool : catalog.tools()) {
        assertThat(tool.inputSchemaJson()).isEqualTo("{\"type\":\"object\"}");
        assertThat(catalog.call(tool.modelName(), "{}").isError()).isFalse();
        assertThat(catalog.call(tool.modelName(), Map.of("city", "Oslo")).text()).contains("Oslo");
        assertThat(catalog.callAsync(tool.modelName(), json).join().text()).contains("Oslo");
        assertThat(catalog.callAsync(tool.modelName(), Map.of("city", "Oslo")).join().text())
            .contains("Oslo");
        assertThat(catalog.call(tool.modelName()).isError()).isFalse();
      }
      assertThat(server.received("tools/call")).hasSize(5);
      assertThat(catalog.call("weather__forecast", "Oslo").isError()).isTrue();
      assertThat(catalog.callAsync("weather__forecast", "[1]").join().isError()).isTrue();
      Map<String, Object> noJson = Map.of("city", new Object());
      assertThatThrownBy(() -> catalog.call("weather__forecast", noJson))
          .isInstanceOf(JsonException.class);
      assertThatThrownBy(() -> catalog.callAsync("weather__forecast", noJson))
          .isInstanceOf(JsonException.class);
      assertThat(server.received("tools/call")).hasSize(5);
    }
  }

  @Test
  void searchesTools() {
    server.tool("open_pull_request").description("Opens a pull request.");
    server.tool("forecast").description("Forecasts the weather.");

    try (ToolCatalog catalog = ToolCatalog.builder().server("s", server.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(names(catalog.search("weather", 5))).containsExactly("s__forecast");
      assertThat(names(catalog.search("weather", 0))).isEmpty();
      assertThat(names(catalog.search("weather", -1))).isEmpty();
      assertThat(names(catalog.view(tool -> false).search("weather", 5))).isEmpty();
      ToolSearch always = ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build();
      assertThat(names(catalog.searchable(always).search("pull request", 1)))
          .containsExactly("s__open_pull_request");
    }
  }

  private static List<String> names(ToolSearchResult result) {
    return result.hits().stream().map(ToolHit::name).toList();
  }

  @Test
  void listsResourcesAndPromptsOfOneServer() {
    server.resource("file:///notes", "notes", "text/plain", "Buy milk");
    server.resourceTemplate("file:///{path}", "file");
    server.prompt("review", "Reviews", "Review this");
    try (FakeMcpServer second = FakeMcpServer.create();
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("server", server.transport())
                .server("other", second.transport())
                .build()) {
      assertThat(catalog.resources().list("server"))
          .extracting(Resource::uri)
          .containsExactly("file:///notes");
      assertThat(catalog.resources().templates("server"))
          .extracting(ResourceTemplate::uriTemplate)
          .containsExactly("file:///{path}");
      assertThat(catalog.prompts().list("server"))
          .extracting(Prompt::name)
          .containsExactly("review");

      assertThat(catalog.resources().list("other")).as("offers no resources").isEmpty();
      assertThatThrownBy(() -> catalog.resources().list("unknown"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void asksForApproval() {
    server.tool("delete_file");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .ask("delete_*")
            .handler(
                request -> request.argumentsJson().contains("a.txt") ? allow() : deny("not this"))
            .build();

    try (ToolCatalog catalog =
        ToolCatalog.builder().server("files", server.transport()).approval(policy).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(catalog.call("files__delete_file", Map.of("path", "a.txt")).isError()).isFalse();
      assertThat(catalog.call("files__delete_file", Map.of("path", "b.txt")).text())
          .contains("did not run: not this");
    }
  }

  @Test
  void createsResultStores(@TempDir Path folder) {
    DataSource database =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> null);

    for (ResultStore store :
        List.of(
            InMemoryResultStore.create(),
            FileResultStore.of(folder),
            JdbcResultStore.of(database))) {
      assertThat(store).isNotNull();
    }
  }

  @Test
  void scriptsServers() {
    server.tool("x").returns("sunny");
    server.tool("y");

    try (McpClient client = McpClient.of(StreamableHttpTransport.of(server.url()))) {
      assertThat(client.callTool("x", Map.of("city", "Oslo")).text()).isEqualTo("sunny");
      client.callTool("y");
    }
    assertThat(server.calls("x"))
        .singleElement()
        .satisfies(call -> assertThat(call.arguments().string("city")).isEqualTo("Oslo"));
    assertThat(server.calls("z")).isEmpty();
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
