package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.boot.internal.catalog.AgentTools;
import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.PromptScript;
import io.mcpbridge.transport.WireTrace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** The routes of the console, with catalogs and approvals of their own. */
class ConsoleRoutesTest {

  private final FakeMcpServer shop = FakeMcpServer.create();
  private final McpApprovals approvals =
      McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();

  @BeforeEach
  void script() {
    shop.tool("refund").returns("refunded");
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private static Console console(ToolCatalog catalog, McpApprovals approvals) {
    return new Console(
        new AuthorityAccess("ROLE_OPERATOR", "ROLE_OPERATOR"),
        new ConsoleCatalogs(catalog, null),
        null,
        approvals,
        new CallHistory(),
        new ConsoleEvents(),
        WireTrace.create(),
        new ConsoleApplication(
            "test",
            null,
            new ConfiguredProperties(new StandardEnvironment()),
            (examined, server) -> Map.of(),
            new ConsoleAgents(new AgentTools(), Map::of)));
  }

  private static WebResponse send(
      Console console, HttpMethod method, String path, String name, String body) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken("ops", "x", "ROLE_OPERATOR"));
    try {
      return console.routes().stream()
          .filter(it -> it.method().equals(method) && it.path().equals("/mcp-console/api" + path))
          .findFirst()
          .orElseThrow()
          .handler()
          .apply(
              new WebRequest(Map.of("name", name), null, header -> null, null, () -> null, body));
    } finally {
      SecurityContextHolder.clearContext();
    }
  }

  private static String tools(Console console) {
    return send(console, HttpMethod.GET, "/tools", "", "").body();
  }

  private static JsonObject call(Console console, String body) {
    return JsonObject.of(
        Json.readObject(
            send(console, HttpMethod.POST, "/tools/{name}", "shop__refund", body).body()));
  }

  @Test
  void suspendedCallRunsAfterApproval() {
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("shop", shop.transport())
            .approval(ApprovalPolicy.builder().ask("refund").handlerAsync(approvals).build())
            .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      Console console = console(catalog, approvals);

      JsonObject suspended = call(console, "{\"arguments\": {}}");
      assertThat(suspended.string("outcome")).isEqualTo("suspended");
      String id = suspended.string("approval");
      assertThat(approvals.decideAsApprover(id, "boss", ApprovalDecision.allow())).isTrue();

      JsonObject result = call(console, "{\"arguments\": {}, \"approval\": \"" + id + "\"}");
      assertThat(result.string("outcome")).isEqualTo("success");
      assertThat(result.object("model").string("text")).isEqualTo("refunded");
      assertThat(shop.calls("refund")).hasSize(1);
    }
  }

  @Test
  void looksConnectNoLazyServer() {
    ServerOptions lazy = ServerOptions.builder().start(StartPolicy.LAZY).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("shop", shop.transport(), lazy).build()) {
      Console console = console(catalog, approvals);

      assertThat(
              send(console, HttpMethod.GET, "/tools/{name}", "shop__refund", "").status().value())
          .isEqualTo(404);
      tools(console);
      send(console, HttpMethod.GET, "/servers", "", "");
      for (String path : List.of("/servers/{name}/prompts", "/servers/{name}/resources")) {
        WebResponse refused = send(console, HttpMethod.GET, path, "shop", "");
        assertThat(refused.status().value()).isEqualTo(409);
        assertThat(refused.body()).contains("The server is not connected. Connect it first");
      }

      assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.IDLE);
      assertThat(shop.connectionsOpened()).isZero();
    }
  }

  /** As with a bean of the application that does not know who is signed in. */
  @Test
  void approvalsWithoutCurrentUserAreShown() {
    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      assertThat(
              send(console(catalog, McpApprovals.inMemory()), HttpMethod.GET, "/approvals", "", "")
                  .status()
                  .value())
          .isEqualTo(200);
    }
  }

  /** However many texts and entries a server sends. */
  @Test
  void contentsOfServerAreBoundedInSum() {
    PromptScript many = shop.prompt("many");
    for (int i = 0; i < 20; i++) {
      many.message("user", "x".repeat(60_000));
      shop.resource("notes://" + i).name("x".repeat(60_000)).text("");
    }
    String blob = "=".repeat(1_000_000) + "x";
    shop.resource("notes://hostile")
        .contents("[{\"uri\": \"notes://hostile\", \"blob\": \"" + blob + "\"}]");
    try (ToolCatalog catalog = ToolCatalog.builder().server("shop", shop.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      Console console = console(catalog, approvals);

      String messages =
          send(console, HttpMethod.POST, "/servers/{name}/prompts", "shop", "{\"name\": \"many\"}")
              .body();
      assertThat(messages)
          .hasSizeLessThan(410_000)
          .contains("\"text\":\"\",\"characters\":60000", "\"total\":20");
      assertThat(messages.split("\"role\"")).as("each has an entry").hasSize(21);
      String resources =
          send(console, HttpMethod.GET, "/servers/{name}/resources", "shop", "").body();
      assertThat(resources).hasSizeLessThan(410_000).contains("\"total\":21");
      assertThat(resources.split("\"uri\"")).as("as many as fit").hasSize(7);
      assertThat(
              send(
                      console,
                      HttpMethod.POST,
                      "/servers/{name}/resources",
                      "shop",
                      "{\"uri\": \"notes://hostile\"}")
                  .body())
          .contains("\"bytes\":750000");
    }
  }

  @Test
  void listOfToolsFollowsServers() {
    ServerOptions withoutTools =
        ServerOptions.builder().selection(ToolSelection.builder().exclude("*").build()).build();
    FakeMcpServer news = FakeMcpServer.create();
    news.tool("headlines").returns("none");
    try (news;
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("shop", shop.transport(), withoutTools)
                .server("news", news.transport())
                .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      Console console = console(catalog, approvals);
      assertThat(tools(console)).contains("excluded by");

      catalog.disable("shop", "the operator");
      assertThat(tools(console)).doesNotContain("excluded by");
      news.close();
      catalog.refresh(List.of("news"), Duration.ofSeconds(60));
      assertThat(tools(console)).contains("the server \\\"news\\\"");
    }
  }
}
