package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.McpTools;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.WireTrace;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * The console over HTTP, in development and behind Spring Security. Each kind of web application
 * runs all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
abstract class ConsoleTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("MCP console: (\\S+)");
  private static final String EVIL = "<script>alert(1)</script>";

  private final WebApplicationType type;
  private final Class<?> defaultChain;
  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext development;
  private ConfigurableApplicationContext operation;
  private String token;

  /**
   * @param defaultChain Spring Security's
   */
  ConsoleTest(WebApplicationType type, Class<?> defaultChain) {
    this.type = type;
    this.defaultChain = defaultChain;
  }

  /** An application without a filter chain. */
  @EnableAutoConfiguration
  static class Application {

    @Bean
    ToolView auditor(ToolCatalog catalog) {
      return catalog.view(tool -> tool.name().equals("purge"));
    }

    @Bean
    Object reviewer(@McpTools(include = "refund") ToolView tools) {
      return List.of(tools);
    }

    @EventListener
    void requested(McpEvent.ApprovalRequested event) {
      REQUESTED.add(event.call());
    }

    @EventListener
    void finished(McpEvent.CallFinished event) {
      FINISHED.add(event.call());
    }
  }

  private static final BlockingQueue<PendingApproval> REQUESTED = new LinkedBlockingQueue<>();
  private static final BlockingQueue<CallEvent> FINISHED = new LinkedBlockingQueue<>();

  static List<UserDetails> users() {
    return List.of(
        User.withUsername("ada").password("{noop}ada").roles("USER").build(),
        User.withUsername("ops").password("{noop}ops").roles("OPERATOR").build());
  }

  /** What a chain of this kind needs besides; in a servlet application nothing. */
  abstract Class<?> withoutChain();

  @BeforeAll
  void start(CapturedOutput log) {
    server
        .tool("cancel_order")
        .title(EVIL)
        .description(EVIL)
        .inputSchema(
            """
            {"type": "object", "properties": {"order": {"type": "integer"}}, "required": ["order"]}
            """)
        .returns(EVIL);
    server.tool("purge").returns("purged");
    server.tool("refund").returns("refunded");
    server.tool("secret_report").returns("report");
    server.prompt("review").argument("branch", EVIL, true).message("user", EVIL);
    server.resource("notes://today").name(EVIL).text("x".repeat(150_000));
    server.resource("notes://logo").mimeType("image/png").blob(new byte[100]);
    server.resourceTemplate("notes://{day}", "day").text(EVIL);
    development = run(withoutChain());
    Matcher address = ADDRESS.matcher(log.getOut());
    assertThat(address.find()).isTrue();
    URI page = URI.create(address.group(1));
    assertThat(page.getPath()).isEqualTo("/mcp-console/");
    assertThat(page.getPort()).isEqualTo(port(development));
    token = page.getFragment().replace("token=", "");
    operation =
        run(
            defaultChain,
            "--spring.config.additional-location=classpath:com/example/console/operation.yml");
  }

  private ConfigurableApplicationContext run(Class<?> chain, String... arguments) {
    SpringApplication application = new SpringApplication(Application.class, chain);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(type);
    application.setDefaultProperties(
        Map.of(
            "server.port", 0,
            "spring.application.name", "shop-agent",
            "mcp.client.servers.shop.url", server.url(),
            "mcp.client.servers.shop.headers.X-Key", "s3cret",
            "mcp.client.trace", "headers",
            "mcp.client.servers.shop.approval.deny", "purge",
            "mcp.client.servers.shop.approval.ask", "refund",
            "mcp.client.servers.shop.exclude", "secret_*"));
    ConfigurableApplicationContext context = application.run(arguments);
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
    return context;
  }

  @AfterAll
  void close() {
    operation.close();
    development.close();
    server.close();
  }

  private static int port(ConfigurableApplicationContext context) {
    return context.getEnvironment().getProperty("local.server.port", Integer.class, 0);
  }

  private static HttpRequest.Builder request(
      ConfigurableApplicationContext context, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port(context) + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static HttpResponse<String> send(HttpClient http, HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString())
        .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private HttpResponse<String> get(String path) {
    return send(HTTP, request(development, "/mcp-console/api" + path, "Mcp-Console-Token", token));
  }

  private HttpResponse<String> post(String path, String body) {
    return send(
        HTTP,
        request(
                development,
                "/mcp-console/api" + path,
                "Mcp-Console-Token",
                token,
                "Content-Type",
                "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static JsonObject json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonObject.of(Json.readObject(response.body()));
  }

  private static List<JsonObject> objects(JsonObject json, String name) {
    return ((List<?>) json.toMap().get(name)).stream().map(JsonObject::of).toList();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(JsonObject.of(Json.readObject(response.body())).string("detail")).contains(detail);
  }

  @Test
  void pageLoadsNothingFromElsewhere() throws Exception {
    Path folder =
        Path.of("src", "main", "resources", "io", "mcpbridge", "spring", "console", "page");
    List<String> files = new ArrayList<>(List.of("")); // the page itself
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (Stream<Path> sources = Files.list(folder)) {
      sources.forEach(source -> files.add(source.getFileName().toString()));
    }
    for (String file : files) {
      HttpResponse<String> response = send(HTTP, request(development, "/mcp-console/" + file));
      assertThat(response.statusCode()).as(file).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; script-src 'self';")
          .contains("frame-ancestors 'none'");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(response.body()).doesNotContain("s3cret");
      try (GZIPOutputStream zip = new GZIPOutputStream(compressed)) {
        zip.write(response.body().getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(compressed.size()).as("compressed").isLessThan(150_000);
    HttpResponse<String> redirect = send(HTTP, request(development, "/mcp-console"));
    assertThat(redirect.headers().firstValue("Location")).hasValue("mcp-console/");
  }

  @Test
  void showsServer() {
    JsonObject session = json(get("/session"));
    assertThat(session.string("application")).isEqualTo("shop-agent");
    assertThat(session.string("mode")).isEqualTo("development");

    JsonObject shop = objects(json(get("/servers")), "servers").get(0);
    assertThat(shop.string("name")).isEqualTo("shop");
    assertThat(shop.string("state")).isEqualTo("CONNECTED");
    assertThat(json(get("/servers/shop")).string("address")).isEqualTo(shop.string("address"));
    assertProblem(get("/servers/gone"), 404, "There is no such MCP server.");
  }

  @Test
  void managesServer() {
    assertThat(json(post("/servers/shop", "{\"action\": \"disable\"}")).string("state"))
        .isEqualTo("DISABLED");
    assertThat(objects(json(get("/why?tool=cancel_order")), "way").get(0).string("detail"))
        .isEqualTo("the server is disabled by the console");
    post("/servers/shop", "{\"action\": \"enable\"}");
    assertThat(development.getBean(ToolCatalog.class).awaitReady("shop", SOON)).isTrue();
    assertProblem(post("/servers/shop", "{\"action\": \"burn\"}"), 400, "'action' must be");
  }

  @Test
  void showsToolsAndWhyOneIsMissing() {
    JsonObject tools = json(get("/tools"));
    assertThat(objects(tools, "tools"))
        .extracting(tool -> tool.string("modelName") + " " + tool.string("status"))
        .containsExactly(
            "shop__cancel_order offered",
            "shop__purge offered",
            "shop__refund offered",
            "shop__secret_report excluded");
    String tag = get("/tools").headers().firstValue("ETag").orElseThrow();
    assertThat(
            send(
                    HTTP,
                    request(
                        development,
                        "/mcp-console/api/tools",
                        "Mcp-Console-Token",
                        token,
                        "If-None-Match",
                        tag))
                .statusCode())
        .isEqualTo(304);

    JsonObject tool = json(get("/tools/shop__cancel_order?profile=GEMINI"));
    assertThat(tool.object("listed").map("inputSchema").toString()).contains("order");
    assertThat(tool.object("sent").map("inputSchema").toString()).contains("order");
    assertProblem(get("/tools?profile=NONE"), 400, "There is no such profile.");

    JsonObject missing = json(get("/why?tool=secret_report"));
    assertThat(missing.bool("offered")).isFalse();
    assertThat(objects(missing, "way"))
        .extracting(step -> step.string("step") + " " + step.string("result"))
        .containsExactly(
            "server passed",
            "listed passed",
            "included stopped",
            "named not reached",
            "visible not reached",
            "unchanged not reached",
            "accepted not reached",
            "selected not reached",
            "search not reached");
    assertThat(objects(missing, "way").get(2).string("detail")).contains("(setting: exclude)");
  }

  @Test
  void showsToolsAsAgentSeesThem() {
    JsonObject tools = json(get("/tools"));
    assertThat(tools.strings("agents")).hasSize(2).contains("auditor");
    String reviewer =
        tools.strings("agents").stream()
            .filter(it -> !it.equals("auditor"))
            .findFirst()
            .orElseThrow();
    String query = "agent=" + URLEncoder.encode(reviewer, StandardCharsets.UTF_8);

    assertThat(reviewer).contains("Application");
    assertThat(objects(json(get("/tools?" + query)), "tools"))
        .extracting(tool -> tool.string("name") + " " + tool.string("status"))
        .containsExactly(
            "cancel_order not selected",
            "purge not selected",
            "refund offered",
            "secret_report excluded");
    assertThat(objects(json(get("/tools?agent=auditor")), "tools").get(1).string("status"))
        .isEqualTo("offered");
    JsonObject explanation = json(get("/why?tool=purge&" + query));
    assertThat(explanation.bool("offered")).isFalse();
    assertThat(objects(explanation, "way").get(7).string("detail"))
        .isEqualTo("the view of the agent leaves it out");
    assertProblem(get("/tools?agent=unknown"), 400, "There is no such agent.");
  }

  @Test
  void callsToolLikeModel() {
    JsonObject result = json(post("/tools/shop__cancel_order", "{\"arguments\": {\"order\": 17}}"));

    assertThat(result.string("outcome")).isEqualTo("success");
    assertThat(result.object("model").string("text")).isEqualTo(EVIL);
    assertThat(objects(result.object("application"), "content").get(0).string("text"))
        .isEqualTo(EVIL);
    JsonObject denied = json(post("/tools/shop__purge", "{\"arguments\": {}}"));
    assertThat(denied.object("model").string("text")).contains("did not run");
    assertThat(server.calls("purge")).isEmpty();
    assertProblem(post("/tools/shop__cancel_order", "[]"), 400, "'arguments' must be an object.");
  }

  @Test
  void keepsCallsWithoutValues() throws Exception {
    FINISHED.clear();
    post("/tools/shop__cancel_order", "{\"arguments\": {\"order\": 123456789}}");
    assertThat(FINISHED.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();

    JsonObject calls = json(get("/calls"));
    JsonObject call = objects(calls, "calls").get(0);
    assertThat(call.string("modelName")).isEqualTo("shop__cancel_order");
    assertThat(call.string("outcome")).isEqualTo("SUCCEEDED");
    assertThat(call.string("conversation")).as("made by hand").isEqualTo("mcp-console");
    assertThat(call.strings("arguments")).containsExactly("order");
    assertThat(calls.toString()).doesNotContain("123456789").doesNotContain(EVIL);
  }

  @Test
  void showsPromptsAndTheirMessages() {
    JsonObject prompt = objects(json(get("/servers/shop/prompts")), "prompts").get(0);
    assertThat(prompt.string("name")).isEqualTo("review");
    assertThat(objects(prompt, "arguments").get(0).bool("required")).isTrue();
    JsonObject messages =
        json(
            post(
                "/servers/shop/prompts",
                "{\"name\": \"review\", \"arguments\": {\"branch\": \"main\"}}"));
    assertThat(objects(messages, "messages").get(0).string("text")).isEqualTo(EVIL);
    assertProblem(
        post("/servers/shop/prompts", "{\"name\": \"review\"}"), 400, "missing: \"branch\"");
    assertProblem(get("/servers/gone/prompts"), 404, "There is no such MCP server.");
  }

  @Test
  void showsResourcesBounded() {
    JsonObject resources = json(get("/servers/shop/resources"));
    assertThat(objects(resources, "resources")).hasSize(2);
    assertThat(objects(resources, "templates").get(0).strings("variables")).containsExactly("day");
    JsonObject text = read("{\"uri\": \"notes://today\"}");
    assertThat(text.string("text")).hasSize(100_000);
    assertThat(text.toMap().get("characters")).hasToString("150000");
    JsonObject binary = read("{\"uri\": \"notes://logo\"}");
    assertThat(binary.toMap().get("bytes")).hasToString("100");
    assertThat(binary.has("text")).isFalse();
    assertThat(
            read("{\"uriTemplate\": \"notes://{day}\", \"values\": {\"day\": \"a b\"}}")
                .string("uri"))
        .isEqualTo("notes://a%20b");
    assertProblem(post("/servers/shop/resources", "{\"uri\": \"notes:\"}"), 502, "notes:");
  }

  private JsonObject read(String body) {
    return objects(json(post("/servers/shop/resources", body)), "contents").get(0);
  }

  @Test
  void searchesTools() {
    JsonObject result = json(get("/search?query=cancel+an+order"));

    assertThat(objects(result, "hits").get(0).string("modelName")).isEqualTo("shop__cancel_order");
    ToolOutput ofModel =
        development
            .getBean(ToolCatalog.class)
            .searchable(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build())
            .call("search_tools", Map.of("queries", List.of("cancel an order")));
    assertThat(result.object("model").string("text"))
        .as("exactly as models get it")
        .isEqualTo(ofModel.text())
        .contains("- shop__cancel_order(order*");
    assertThat(result.object("model").toMap().get("tokens"))
        .hasToString(String.valueOf(ofModel.tokens()));
    assertProblem(get("/search"), 400, "'query' is missing");
  }

  @Test
  void showsDecisionOfToolSearch() {
    assertThat(development.getBean(McpToolCallbackProvider.class).getToolCallbacks()).isNotEmpty();

    JsonObject search = json(get("/servers")).object("toolSearch");
    assertThat(search.string("mode")).isEqualTo("AUTO");
    assertThat(objects(search, "decisions").get(0).bool("active")).isFalse();
  }

  @Test
  void showsTraceOfServer() {
    assertThat(objects(json(get("/trace?server=shop")), "records"))
        .extracting(message -> message.string("method"))
        .contains("tools/list");
    assertProblem(get("/trace?server=gone"), 404, "There is no such MCP server.");
    JsonObject ofAll = json(get("/trace"));
    assertThat(objects(ofAll, "records"))
        .extracting(message -> message.string("server") + " " + message.string("method"))
        .contains("shop tools/list");
    assertThat(ofAll.object("counts").integer("shop")).isPositive();
    assertThat(ofAll.object("counts").has("gone")).isFalse();
    assertThat(json(get("/users")).list("users")).isEmpty();
  }

  @Test
  void callByHandWaitsForApprovalInConsole() throws Exception {
    CompletableFuture<HttpResponse<String>> call =
        HTTP.sendAsync(
            request(
                    development,
                    "/mcp-console/api/tools/shop__refund",
                    "Mcp-Console-Token",
                    token,
                    "Content-Type",
                    "application/json")
                .POST(BodyPublishers.ofString("{\"arguments\": {}}"))
                .build(),
            BodyHandlers.ofString());
    PendingApproval waiting = REQUESTED.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(waiting).isNotNull();
    assertThat(get("/approvals").body()).contains("\"id\":\"" + waiting.id() + "\"");

    HttpResponse<String> decision =
        post("/approvals/" + waiting.id(), "{\"decision\": \"deny\", \"reason\": \"test\"}");
    assertThat(decision.statusCode()).as(decision.body()).isEqualTo(204);
    JsonObject result = json(call.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join());
    assertThat(result.object("model").string("text")).contains("did not run: test");
    assertThat(server.calls("refund")).isEmpty();
  }

  /** Texts of servers are JSON strings, which the page shows as text. */
  @Test
  void noResponseIsHtmlOrHasSecrets() {
    for (String path :
        List.of("/session", "/servers", "/servers/shop", "/tools", "/why?tool=" + "purge")) {
      HttpResponse<String> response = get(path);
      assertThat(response.headers().firstValue("Content-Type").orElseThrow())
          .as(path)
          .startsWith("application/json");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(response.body()).as(path).doesNotContain("s3cret");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0123456789abcdef0123456789abcdef"})
  void developmentNeedsToken(String guessed) {
    HttpRequest.Builder request = request(development, "/mcp-console/api/servers");
    assertProblem(
        send(HTTP, guessed.isEmpty() ? request : request.header("Mcp-Console-Token", guessed)),
        401,
        "\"MCP console\"");
  }

  @Test
  void pagesOfOtherSitesAreRefused() {
    assertProblem(
        send(
            HTTP,
            request(
                development,
                "/mcp-console/api/servers",
                "Mcp-Console-Token",
                token,
                "Sec-Fetch-Site",
                "cross-site")),
        403,
        "Pages of other sites");
  }

  /** Not even the page: its address could be a name that now leads to this machine. */
  @Test
  void otherNamesOfThisMachineAreRefused() throws Exception {
    for (String path : List.of("/", "/api/servers")) {
      String answer = RawHttp.get(port(development), "evil.example", "/mcp-console" + path, token);
      assertThat(answer).as(path).startsWith("HTTP/1.1 403");
    }
    assertThat(RawHttp.get(port(development), "localhost:1", "/mcp-console/", token))
        .startsWith("HTTP/1.1 200");
  }

  private static String basic(String user) {
    return "Basic "
        + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void operationNeedsAuthority() {
    for (String path : List.of("/mcp-console/", "/mcp-console/api/servers")) {
      assertThat(send(HTTP, request(operation, path)).statusCode()).as(path).isEqualTo(401);
      assertProblem(
          send(HTTP, request(operation, path, "Authorization", basic("ada"))),
          403,
          "needs the authority ROLE_OPERATOR");
      assertThat(send(HTTP, request(operation, path, "Authorization", basic("ops"))).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void changesNeedCsrfTokenOfSession() {
    HttpClient browser =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();
    String path = "/mcp-console/api/servers/shop";
    JsonObject session =
        json(
            send(
                browser,
                request(operation, "/mcp-console/api/session", "Authorization", basic("ops"))));
    assertThat(session.string("user")).isEqualTo("ops");
    JsonObject csrf = session.object("csrf");
    HttpRequest.BodyPublisher refresh = BodyPublishers.ofString("{\"action\": \"refresh\"}");
    String[] headers = {"Authorization", basic("ops"), "Content-Type", "application/json"};

    assertThat(send(browser, request(operation, path, headers).POST(refresh)).statusCode())
        .isIn(401, 403); // a servlet container forwards to an error page, which needs the user
    assertThat(
            send(
                    browser,
                    request(operation, path, headers)
                        .header(csrf.string("header"), csrf.string("value"))
                        .POST(refresh))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void requestsWithoutCookiesMakeNoSession() {
    HttpResponse<String> response =
        send(HTTP, request(operation, "/mcp-console/api/servers", "Authorization", basic("ops")));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Set-Cookie")).isEmpty();
  }

  @Test
  void operatorsDoNotSeeDataOfOtherUsers() throws Exception {
    operation.getBean(WireTrace.class).level("shop", TraceLevel.BODIES);
    FINISHED.clear();
    operation
        .getBean(ToolCatalog.class)
        .call(
            "shop__cancel_order",
            Map.of("order", 424242),
            CallOptions.builder().user("ada").conversationId("ada-chat").build());
    assertThat(FINISHED.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();

    for (String path : List.of("/approvals", "/users", "/calls", "/trace?server=shop")) {
      HttpResponse<String> response =
          send(HTTP, request(operation, "/mcp-console/api" + path, "Authorization", basic("ops")));
      assertThat(response.statusCode()).as(path).isEqualTo(200);
      assertThat(response.body()).as(path).doesNotContain("424242").doesNotContain("ada");
    }
    assertThat(get("/trace?server=shop").body()).as("the developer").contains("tools/list");
  }

  private OpenStream stream(ConfigurableApplicationContext context, String... headers) {
    return new OpenStream(HTTP, request(context, "/mcp-console/api/events", headers).build());
  }

  @Test
  void streamSaysWhatChanged() throws Exception {
    try (OpenStream stream = stream(development, "Mcp-Console-Token", token)) {
      assertThat(stream.data())
          .as("what changed before")
          .isEqualTo("servers tools calls approvals");
      post("/tools/shop__cancel_order", "{\"arguments\": {\"order\": 17}}");
      assertThat(stream.data()).isEqualTo("calls");
      post("/servers/shop", "{\"action\": \"disable\"}");
      assertThat(stream.dataUpTo("servers tools")).doesNotContain("approvals");
      post("/servers/shop", "{\"action\": \"enable\"}");
      assertThat(development.getBean(ToolCatalog.class).awaitReady("shop", SOON)).isTrue();
    }
  }

  @Test
  void streamHasChecksOfOtherPaths() throws Exception {
    String path = "/mcp-console/api/events";
    assertProblem(send(HTTP, request(development, path)), 401, "\"MCP console\"");
    assertProblem(
        send(
            HTTP,
            request(development, path, "Mcp-Console-Token", token, "Sec-Fetch-Site", "cross-site")),
        403,
        "Pages of other sites");
    assertThat(RawHttp.get(port(development), "evil.example", path, token))
        .startsWith("HTTP/1.1 403");
    assertThat(send(HTTP, request(operation, path)).statusCode()).isEqualTo(401);
    assertProblem(
        send(HTTP, request(operation, path, "Authorization", basic("ada"))),
        403,
        "needs the authority ROLE_OPERATOR");
  }

  private void callAs(String user) throws InterruptedException {
    FINISHED.clear();
    operation
        .getBean(ToolCatalog.class)
        .call("shop__cancel_order", Map.of("order", 1), CallOptions.builder().user(user).build());
    assertThat(FINISHED.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void streamSaysNothingOfOtherUsers() throws Exception {
    ToolCatalog catalog = operation.getBean(ToolCatalog.class);
    try (OpenStream stream = stream(operation, "Authorization", basic("ops"))) {
      stream.data();
      callAs("ada");
      catalog.disable("shop", "test"); // events of a server arrive in order
      assertThat(stream.dataUpTo("servers tools")).doesNotContain("calls");
      catalog.enable("shop");
      assertThat(catalog.awaitReady("shop", SOON)).isTrue();
      callAs("ops");
      stream.dataUpTo("calls");
    }
  }

  @Test
  void streamsAreFewAndEndWithApplication(CapturedOutput log) throws Exception {
    ConfigurableApplicationContext application = operation("--server.shutdown=graceful");
    List<OpenStream> streams = openStreams(application);
    HttpRequest.Builder events =
        request(application, "/mcp-console/api/events", "Authorization", basic("ops"));
    assertProblem(send(HTTP, events), 503, "no stream");

    application.close();
    for (OpenStream stream : streams) {
      assertThat(stream.end().statusCode()).isEqualTo(200);
      assertThat(stream.end().headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }
    assertThat(log).contains("Graceful shutdown complete").doesNotContain("shutdown aborted");
  }

  @Test
  void clientThatHasGoneMakesRoom() throws Exception {
    try (ConfigurableApplicationContext application = operation("--server.shutdown=immediate")) {
      List<OpenStream> streams = openStreams(application);
      streams.remove(0).close();
      HttpRequest.Builder events =
          request(application, "/mcp-console/api/events", "Authorization", basic("ops"));
      for (int status = 503; status != 200; ) {
        application.getBean(ToolCatalog.class).call("shop__cancel_order", Map.of("order", 1));
        HttpResponse<InputStream> next = HTTP.send(events.build(), BodyHandlers.ofInputStream());
        status = next.statusCode();
        next.body().close();
      }
      streams.get(0).dataUpTo("calls");
    }
  }

  private ConfigurableApplicationContext operation(String argument) {
    return run(
        defaultChain,
        argument,
        "--spring.config.additional-location=classpath:com/example/console/operation.yml");
  }

  private List<OpenStream> openStreams(ConfigurableApplicationContext application)
      throws Exception {
    List<OpenStream> streams = new ArrayList<>();
    for (int i = 0; i < ConsoleEvents.MAX_STREAMS; i++) {
      OpenStream stream = stream(application, "Authorization", basic("ops"));
      stream.data();
      streams.add(stream);
    }
    return streams;
  }

  private static URI managed(ConfigurableApplicationContext context, String path) {
    return URI.create(
        "http://localhost:"
            + context.getEnvironment().getProperty("local.management.port")
            + "/manage"
            + path);
  }

  private static int status(URI address, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    return send(HTTP, headers.length == 0 ? request : request.headers(headers)).statusCode();
  }

  @Test
  void isUnderPortOfManagement(CapturedOutput log) throws Exception {
    try (ConfigurableApplicationContext application =
        run(
            withoutChain(),
            "--management.server.port=0",
            "--management.server.base-path=/manage")) {
      List<URI> pages = ADDRESS.matcher(log).results().map(it -> URI.create(it.group(1))).toList();
      URI page = pages.get(pages.size() - 1);
      String secret = page.getFragment().replace("token=", "");
      URI servers = managed(application, "/mcp-console/api/servers");

      assertThat(page.toString()).startsWith(managed(application, "/mcp-console/#").toString());
      assertThat(status(managed(application, "/mcp-console/"))).isEqualTo(200);
      assertThat(status(servers)).isEqualTo(401);
      assertThat(status(servers, "Mcp-Console-Token", secret)).isEqualTo(200);
      assertThat(status(servers, "Mcp-Console-Token", secret, "Sec-Fetch-Site", "cross-site"))
          .isEqualTo(403);
      assertThat(RawHttp.get(servers.getPort(), "evil.example", servers.getPath(), secret))
          .startsWith("HTTP/1.1 403");
      assertThat(send(HTTP, request(application, "/mcp-console/")).statusCode()).isEqualTo(404);
      assertThat(status(managed(application, "/actuator")))
          .as("what is there besides")
          .isEqualTo(200);
      try (OpenStream stream =
          new OpenStream(
              HTTP,
              HttpRequest.newBuilder(managed(application, "/mcp-console/api/events"))
                  .header("Mcp-Console-Token", secret)
                  .build())) {
        assertThat(stream.data()).isNotEmpty();
      }
    }
  }

  @Test
  void portOfManagementNeedsAuthority() {
    try (ConfigurableApplicationContext application =
        run(
            defaultChain,
            "--management.server.port=0",
            "--management.server.base-path=/manage",
            "--spring.config.additional-location=classpath:com/example/console/operation.yml")) {
      URI servers = managed(application, "/mcp-console/api/servers");

      assertThat(status(servers)).isEqualTo(401);
      assertThat(status(servers, "Authorization", basic("ada"))).isEqualTo(403);
      assertThat(status(servers, "Authorization", basic("ops"))).isEqualTo(200);
    }
  }
}
