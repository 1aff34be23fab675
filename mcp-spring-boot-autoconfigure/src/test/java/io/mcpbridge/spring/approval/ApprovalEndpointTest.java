package io.mcpbridge.spring.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * The REST endpoints of approvals, over HTTP, behind a filter chain that lets everybody pass and
 * behind Spring Security's default one. Each kind of web application runs all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApprovalEndpointTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String JSON = "application/json";
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"nights": {"type": "integer"}}, "required": ["nights"]}
      """;
  private static final String ALLOW = "{\"decision\": \"allow\"}";
  private static final String GUESSED = "7f3a0000-0000-4000-8000-000000000000";

  private final WebApplicationType type;
  private final Class<?> openChain;
  private final Class<?> defaultChain;
  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext open;

  /**
   * @param openChain lets everybody pass, without protection against CSRF
   * @param defaultChain Spring Security's, and the path {@code /csrf} with a token
   */
  ApprovalEndpointTest(WebApplicationType type, Class<?> openChain, Class<?> defaultChain) {
    this.type = type;
    this.openChain = openChain;
    this.defaultChain = defaultChain;
  }

  @BeforeAll
  void start() {
    server
        .tool("cancel_order")
        .title("Cancel order")
        .inputSchema(
            """
            {"type": "object", "properties": {"order": {"type": "integer"}}, "required": ["order"]}
            """)
        .returns("canceled");
    elicits("book", FakeServerRequest.form("Where?", SCHEMA));
    elicits("pay", FakeServerRequest.url("Pay", "https://example.com/pay"));
    open = start(openChain);
  }

  private void elicits(String tool, FakeServerRequest request) {
    String requests =
        Json.write(
            Map.of(
                "it", Map.of("method", request.method(), "params", request.parameters().toMap())));
    server
        .tool(tool)
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().object("it").toJson())
                    : FakeResult.inputRequired(requests, null));
  }

  private ConfigurableApplicationContext start(Class<?> chain, String... arguments) {
    SpringApplication application = new SpringApplication(Application.class, chain);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(type);
    application.setDefaultProperties(
        Map.of(
            "server.port",
            0,
            "spring.ai.openai.api-key",
            "none",
            "spring.jmx.enabled",
            false,
            "spring.config.additional-location",
            "classpath:com/example/approval/rest.yml",
            "mcp.client.servers.shop.url",
            server.url(),
            "mcp.client.servers.shop.approval.ask",
            "cancel_order"));
    ConfigurableApplicationContext context = application.run(arguments);
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
    return context;
  }

  @AfterEach
  void forgetCalls() {
    open.getBean(ToolCatalog.class).forgetApprovals();
    McpApprovals approvals = open.getBean(McpApprovals.class);
    approvals
        .all()
        .forEach(call -> approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.deny()));
    McpElicitations elicitations = approvals.elicitations();
    elicitations
        .all()
        .forEach(it -> elicitations.answerAsApprover(it.id(), "ops", ElicitResult.decline()));
  }

  @AfterAll
  void close() {
    open.close();
    server.close();
  }

  /** A call that waits. */
  private record Call(String id, CompletableFuture<ToolOutput> output) {

    String text() {
      return output.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join().text();
    }
  }

  private static CompletableFuture<ToolOutput> cancel(
      ConfigurableApplicationContext context, String user, int order) {
    return context
        .getBean(ToolCatalog.class)
        .callAsync(
            "shop__cancel_order",
            "{\"order\": " + order + "}",
            CallOptions.builder().user(user).build());
  }

  private static Call waiting(ConfigurableApplicationContext context, String user, int order)
      throws InterruptedException {
    BlockingQueue<PendingApproval> requested = context.getBean(Requests.class).requested;
    requested.clear();
    CompletableFuture<ToolOutput> output = cancel(context, user, order);
    PendingApproval call = requested.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    return new Call(call.id(), output);
  }

  private Call elicited(String user, String tool) throws InterruptedException {
    BlockingQueue<PendingElicitation> requested = open.getBean(Requests.class).elicitations;
    requested.clear();
    CompletableFuture<ToolOutput> output =
        open.getBean(ToolCatalog.class)
            .callAsync("shop__" + tool, "{}", CallOptions.builder().user(user).build());
    PendingElicitation elicitation = requested.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(elicitation).isNotNull();
    return new Call(elicitation.id(), output);
  }

  private Call waiting(String user, int order) throws InterruptedException {
    return waiting(open, user, order);
  }

  private static HttpClient.Builder client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
  }

  /**
   * @param user {@code null} for nobody
   */
  private record Browser(HttpClient http, ConfigurableApplicationContext context, String user) {

    private static final HttpClient WITHOUT_SESSION = client().build();

    Browser(ConfigurableApplicationContext context, String user) {
      this(WITHOUT_SESSION, context, user);
    }

    static Browser withSession(ConfigurableApplicationContext context, String user) {
      return new Browser(client().cookieHandler(new CookieManager()).build(), context, user);
    }

    private HttpRequest.Builder request(String path) {
      String port = context.getEnvironment().getProperty("local.server.port");
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
      if (user != null) {
        byte[] credentials = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
        request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
      }
      return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
      return http.sendAsync(request.build(), BodyHandlers.ofString())
          .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
          .join();
    }

    HttpResponse<String> get(String path) {
      return send(request(path));
    }

    HttpResponse<String> post(String id, String contentType, String body, String... headers) {
      HttpRequest.Builder request =
          request("/mcp/approvals/" + id).POST(BodyPublishers.ofString(body));
      if (contentType != null) {
        request.header("Content-Type", contentType);
      }
      if (headers.length > 0) {
        request.headers(headers);
      }
      return send(request);
    }
  }

  private HttpResponse<String> get(String user, String path) {
    return new Browser(open, user).get(path);
  }

  private List<JsonObject> list(String user) {
    HttpResponse<String> response = get(user, "/mcp/approvals");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(JSON);
    assertThat(response.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
    return ((List<?>) Json.read(response.body())).stream().map(JsonObject::of).toList();
  }

  private HttpResponse<String> decide(String user, String id, String decision) {
    return new Browser(open, user).post(id, JSON, decision);
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(JsonObject.of(Json.readObject(response.body())).string("detail")).isEqualTo(detail);
  }

  @Test
  void userSeesAndDecidesOwnCallsOnly() throws InterruptedException {
    Call call = waiting("ada", 17);
    waiting("bob", 21);

    List<JsonObject> calls = list("ada");

    assertThat(calls).hasSize(1);
    assertThat(calls.get(0).toMap())
        .containsOnlyKeys(
            "id",
            "kind",
            "server",
            "tool",
            "title",
            "question",
            "arguments",
            "reason",
            "created",
            "expires",
            "state")
        .containsEntry("id", call.id())
        .containsEntry("kind", "call")
        .containsEntry("server", "shop")
        .containsEntry("tool", "cancel_order")
        .containsEntry("title", "Cancel order")
        .containsEntry("question", "Cancel order: 17")
        .containsEntry("reason", "ask cancel_order of shop")
        .containsEntry("state", "waiting");
    assertThat(calls.get(0).map("arguments")).hasToString("{order=17}");
    assertThat(JsonObject.of(Json.readObject(get("ada", "/mcp/approvals/" + call.id()).body())))
        .isEqualTo(calls.get(0));
    HttpResponse<String> response = decide("ada", call.id(), ALLOW);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    assertThat(call.text()).isEqualTo("canceled");
    assertThat(list("ada")).isEmpty();
  }

  @Test
  void approverSeesAndDecidesAllCalls() throws InterruptedException {
    Call first = waiting("ada", 17);
    Call second = waiting("bob", 21);

    assertThat(list("ops"))
        .extracting(call -> call.string("user") + " " + call.string("id"))
        .containsExactlyInAnyOrder("ada " + first.id(), "bob " + second.id());
    assertThat(
            decide("ops", second.id(), "{\"decision\": \"deny\", \"reason\": \"it has shipped\"}")
                .statusCode())
        .isEqualTo(204);
    assertThat(second.text()).contains("did not run: it has shipped");
    assertThat(
            decide("ops", first.id(), "{\"decision\": \"answer\", \"text\": \"by phone\"}")
                .statusCode())
        .isEqualTo(204);
    assertThat(first.text()).isEqualTo("by phone");
  }

  @Test
  void callOfAnotherUserCannotBeToldFromUnknownOne() throws InterruptedException {
    Call call = waiting("ada", 17);

    for (String id : List.of(call.id(), GUESSED, GUESSED + "0", "%E2%82%AC")) {
      assertProblem(decide("bob", id, ALLOW), 404, "There is no such call.");
    }
    String unknown = get("bob", "/mcp/approvals/" + GUESSED).body();
    HttpResponse<String> response = get("bob", "/mcp/approvals/" + call.id());
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEqualTo(unknown);
    assertThat(list("bob")).isEmpty();
    assertThat(list("ada")).hasSize(1);
  }

  @Test
  void replayedDecisionIsRefused() throws InterruptedException {
    Call call = waiting("ada", 17);
    decide("ada", call.id(), "{\"decision\": \"deny\"}");
    call.text();

    assertProblem(
        decide("ada", call.id(), ALLOW), 409, "The call does not wait for a decision any more.");
    assertThat(get("ada", "/mcp/approvals/" + call.id()).body()).contains("\"denied\"");
  }

  @Test
  void requestsWithoutUserAreRefused() throws InterruptedException {
    Call call = waiting("ada", 17);

    assertProblem(get(null, "/mcp/approvals"), 401, "Sign in first.");
    assertProblem(get(null, "/mcp/approvals/" + call.id()), 401, "Sign in first.");
    assertProblem(decide(null, call.id(), ALLOW), 401, "Sign in first.");
    assertThat(list("ada")).hasSize(1);
  }

  /** Which a form of another site can send. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "text/plain", "application/x-www-form-urlencoded", "application/xml", "a"})
  void otherContentTypesThanJsonAreRefused(String contentType) throws InterruptedException {
    Call call = waiting("ada", 17);
    Browser browser = new Browser(open, "ada");

    HttpResponse<String> response =
        browser.post(call.id(), contentType.isEmpty() ? null : contentType, ALLOW);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(415);
    assertThat(list("ada")).hasSize(1);
  }

  @Test
  void requestsOfOtherSitesAreRefused() throws InterruptedException {
    Call call = waiting("ada", 17);
    Browser browser = new Browser(open, "ada");

    assertProblem(
        browser.post(call.id(), JSON, ALLOW, "Sec-Fetch-Site", "cross-site"),
        403,
        "Pages of other sites may not use this path.");
    assertThat(list("ada")).hasSize(1);
    HttpResponse<String> response =
        browser.post(
            call.id(), "application/json; charset=utf-8", ALLOW, "Sec-Fetch-Site", "same-origin");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
  }

  @Test
  void defaultChainRequiresCsrfToken() throws InterruptedException {
    try (ConfigurableApplicationContext context = start(defaultChain)) {
      Call call = waiting(context, "ada", 17);
      Browser browser = Browser.withSession(context, "ada");
      String token = browser.get("/csrf").body();
      assertThat(token).isNotEmpty();

      assertRefused(browser.post(call.id(), JSON, ALLOW));
      assertRefused(browser.post(call.id(), JSON, ALLOW, "X-CSRF-TOKEN", "guessed"));
      Browser otherSession = Browser.withSession(context, "ada");
      assertRefused(otherSession.post(call.id(), JSON, ALLOW, "X-CSRF-TOKEN", token));
      assertThat(context.getBean(McpApprovals.class).all()).hasSize(1);
      HttpResponse<String> response = browser.post(call.id(), JSON, ALLOW, "X-CSRF-TOKEN", token);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
      assertThat(call.text()).isEqualTo("canceled");
    }
  }

  /** The page of a 403 needs a user, too, who is not signed in there with HTTP Basic. */
  private static void assertRefused(HttpResponse<String> response) {
    assertThat(response.statusCode()).isIn(401, 403);
  }

  @Test
  void runsWithChangedArguments() throws InterruptedException {
    Call call = waiting("ada", 17);

    decide("ada", call.id(), "{\"decision\": \"allow\", \"arguments\": {\"order\": 22}}");

    assertThat(call.text()).isEqualTo("canceled");
    assertThat(server.received("tools/call"))
        .last()
        .satisfies(it -> assertThat(it.toString()).contains("\"order\":22}"));
  }

  @Test
  void changedArgumentsThatDoNotFitSchemaDoNotRun() throws InterruptedException {
    Call call = waiting("ada", 17);
    int received = server.received("tools/call").size();

    decide("ada", call.id(), "{\"decision\": \"allow\", \"arguments\": {\"order\": \"all\"}}");

    assertThat(call.text())
        .startsWith(
            "shop__cancel_order did not run: its arguments were changed and do not match its"
                + " schema.");
    assertThat(server.received("tools/call")).hasSize(received);
  }

  @Test
  void onlyApproverDecidesForAllUsers() throws InterruptedException {
    String decision = "{\"decision\": \"allow-always\", \"allUsers\": true}";
    Call first = waiting("ada", 17);
    assertProblem(decide("ada", first.id(), decision), 403, "You may not decide for all users.");
    assertThat(list("ada")).hasSize(1);

    assertThat(decide("ops", first.id(), decision).statusCode()).isEqualTo(204);

    assertThat(first.text()).isEqualTo("canceled");
    assertThat(cancel(open, "bob", 21).join().text()).as("without asking").isEqualTo("canceled");
  }

  @Test
  void alwaysForTheseArgumentsOfThisUser() throws InterruptedException {
    Call first = waiting("ada", 17);
    decide("ada", first.id(), "{\"decision\": \"allow-always\", \"theseArguments\": true}");
    assertThat(first.text()).isEqualTo("canceled");

    assertThat(cancel(open, "ada", 17).join().text()).as("without asking").isEqualTo("canceled");
    waiting("ada", 18);
    waiting("bob", 17);
  }

  @Test
  void userFillsInFormsOfServers() throws InterruptedException {
    Call form = elicited("ada", "book");

    assertThat(list("bob")).isEmpty();
    assertProblem(
        decide("bob", form.id(), "{\"action\": \"decline\"}"), 404, "There is no such call.");
    assertThat(list("ada").get(0).toMap())
        .containsOnlyKeys(
            "id",
            "kind",
            "server",
            "tool",
            "message",
            "requestedSchema",
            "mayAccept",
            "created",
            "expires",
            "state")
        .containsEntry("id", form.id())
        .containsEntry("kind", "form")
        .containsEntry("server", "shop")
        .containsEntry("tool", "book")
        .containsEntry("message", "Where?")
        .containsEntry("requestedSchema", Json.readObject(SCHEMA))
        .containsEntry("state", "waiting");
    assertProblem(
        decide("ada", form.id(), "{\"action\": \"accept\", \"content\": {\"nights\": \"a\"}}"),
        400,
        "the form does not match the requested schema: nights must be a whole number");
    assertThat(list("ada")).hasSize(1);

    HttpResponse<String> response =
        decide("ada", form.id(), "{\"action\": \"accept\", \"content\": {\"nights\": 2}}");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    assertThat(form.text()).isEqualTo("{\"action\":\"accept\",\"content\":{\"nights\":2}}");
    assertProblem(
        decide("ada", form.id(), "{\"action\": \"decline\"}"),
        409,
        "It does not wait for an answer any more.");
    assertThat(get("ada", "/mcp/approvals/" + form.id()).body())
        .contains("\"answered\"", "\"answeredBy\":\"ada\"")
        .doesNotContain("nights\":2");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "book, `{\"action\": \"accept\", \"content\": {\"nights\": 2}}`",
        "pay, `{\"action\": \"accept\"}`"
      })
  void approverDoesNotAcceptForOthers(String tool, String accepted) throws InterruptedException {
    Call elicitation = elicited("ada", tool);

    assertProblem(
        decide("ops", elicitation.id(), accepted), 403, "Only the user of the call may accept.");
    assertThat(list("ops")).extracting(it -> it.string("state")).containsExactly("waiting");
    assertThat(list("ops").get(0).toMap())
        .containsEntry("user", "ada")
        .containsEntry("mayAccept", false)
        .containsKey("message")
        .doesNotContainKey("url");
    assertThat(get("ops", "/mcp/approvals/" + elicitation.id()).body())
        .contains("\"message\"")
        .doesNotContain("example.com");
    assertThat(decide("ops", elicitation.id(), "{\"action\": \"cancel\"}").statusCode())
        .isEqualTo(204);
    assertThat(elicitation.text()).isEqualTo("{\"action\":\"cancel\"}");

    for (String user : Arrays.asList("ops", null)) {
      Call acceptable = elicited(user, tool);
      assertThat(decide("ops", acceptable.id(), accepted).statusCode()).as(user).isEqualTo(204);
      assertThat(acceptable.text()).contains("accept");
    }
  }

  @Test
  void userConsentsToUrlsOfServers() throws InterruptedException {
    Call visit = elicited("ada", "pay");

    assertThat(list("ada").get(0).toMap())
        .containsEntry("kind", "url")
        .containsEntry("message", "Pay")
        .containsEntry("mayAccept", true)
        .containsEntry("url", "https://example.com/pay");
    assertThat(decide("ada", visit.id(), "{\"action\": \"accept\"}").statusCode()).isEqualTo(204);
    assertThat(visit.text()).isEqualTo("{\"action\":\"accept\"}");
    Call declined = elicited("bob", "pay");
    assertThat(decide("ops", declined.id(), "{\"action\": \"decline\"}").statusCode())
        .isEqualTo(204);
    assertThat(declined.text()).isEqualTo("{\"action\":\"decline\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                       | The body is not a JSON object.",
        "{\"decision\":\"allow\"}                 | 'action' must be 'accept', 'decline' or 'cancel'.",
        "{\"action\":\"cancel\",\"content\":{}}   | The action 'cancel' takes nothing else.",
        "{\"action\":\"accept\",\"contents\":{}}  | The action 'accept' takes content only.",
        "{\"action\":\"accept\",\"content\":1}    | 'content' must be an object."
      })
  void answersThatCannotBeReadAreRefused(String body, String detail) throws InterruptedException {
    Call form = elicited("ada", "book");

    assertProblem(decide("ada", form.id(), body), 400, detail);
    assertThat(list("ada")).hasSize(1);
  }

  /** A misspelled member must not run the original arguments. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing                                      | The body is not a JSON object.",
        "[]                                           | The body is not a JSON object.",
        "{}                                           | 'decision' must be 'allow', 'allow-always', 'deny' or 'answer'.",
        "{\"decision\":\"ALLOW\"}                     | 'decision' must be 'allow', 'allow-always', 'deny' or 'answer'.",
        "{\"decision\":\"allow\",\"argments\":{}}     | The decision 'allow' takes arguments only.",
        "{\"decision\":\"allow\",\"arguments\":[1]}   | 'arguments' must be an object.",
        "{\"decision\":\"allow\",\"arguments\":null}  | 'arguments' must be an object.",
        "{\"decision\":\"allow-always\",\"arguments\":{}}  | The decision 'allow-always' takes allUsers, theseArguments only.",
        "{\"decision\":\"allow-always\",\"allUsers\":1}    | 'allUsers' must be true or false.",
        "{\"decision\":\"deny\",\"reason\":1}         | 'reason' must be a text.",
        "{\"decision\":\"answer\"}                    | 'text' must be a text.",
        "{\"decision\":\"answer\",\"text\":\" \"}     | 'text' must be a text."
      })
  void decisionsThatCannotBeReadAreRefused(String body, String detail) throws InterruptedException {
    Call call = waiting("ada", 17);

    assertProblem(decide("ada", call.id(), body), 400, detail);
    assertThat(list("ada")).hasSize(1);
  }

  @Test
  void longBodyIsRefused() throws InterruptedException {
    Call call = waiting("ada", 17);

    HttpResponse<String> response = decide("ada", call.id(), ALLOW + " ".repeat(2 * 1024 * 1024));

    assertProblem(response, 413, "The body is longer than 1 MB.");
  }

  @Test
  void requesterMayNotDecideIfApplicationSaysSo() throws InterruptedException {
    try (ConfigurableApplicationContext context = start(openChain, "--separation-of-duties=true")) {
      Call call = waiting(context, "ada", 17);

      assertProblem(
          new Browser(context, "ada").post(call.id(), JSON, ALLOW),
          403,
          "You may not decide about your own calls.");
      assertThat(new Browser(context, "ops").post(call.id(), JSON, ALLOW).statusCode())
          .isEqualTo(204);
      Call own = waiting(context, "ops", 18);
      assertProblem(
          new Browser(context, "ops").post(own.id(), JSON, ALLOW),
          403,
          "You may not decide about your own calls.");
    }
  }

  /**
   * Ada and Bob, and an approver; each has their name as password. For a service that cannot
   * replace the passwords by slow hashes.
   */
  static UserDetails[] users() {
    return new UserDetails[] {
      User.withUsername("ada").password("{noop}ada").roles("USER").build(),
      User.withUsername("bob").password("{noop}bob").roles("USER").build(),
      User.withUsername("ops").password("{noop}ops").roles("APPROVER").build()
    };
  }

  /** Receives the calls that wait. */
  static final class Requests implements McpApprovals.Listener {

    final BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
    final BlockingQueue<PendingElicitation> elicitations = new LinkedBlockingQueue<>();

    @Override
    public void elicitationRequested(PendingElicitation elicitation) {
      elicitations.add(elicitation);
    }

    @Override
    public void requested(PendingApproval call) {
      requested.add(call);
    }
  }

  @EnableAutoConfiguration
  static class Application {

    @Bean
    Requests requests() {
      return new Requests();
    }

    @Bean
    McpElicitations elicitations(McpApprovals approvals) {
      return approvals.elicitations();
    }

    @Bean
    @ConditionalOnProperty("separation-of-duties")
    McpApprovals approvals(ObjectProvider<ThreadContextProvider> callers) {
      return McpApprovals.builder()
          .currentUser(() -> callers.getObject().capture().user())
          .requesterMayDecide(false)
          .build();
    }
  }
}
