package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Users of a web application authorize servers in their own browsers, each for themselves. */
class WebUsersTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final ProtectedServer SERVER = new ProtectedServer();
  private static ConfigurableApplicationContext context;
  private static final Queue<String> LOGGED = new ConcurrentLinkedQueue<>();
  private static final AppenderBase<ILoggingEvent> MEMORY =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          IThrowableProxy thrown = event.getThrowableProxy();
          LOGGED.add(
              event.getFormattedMessage()
                  + (thrown == null ? "" : ThrowableProxyUtil.asString(thrown)));
        }
      };
  private static final Map<String, Level> LEVELS = new HashMap<>();
  private static String healthBefore;
  private static String answerBefore;
  private static String waitingBefore;

  @BeforeAll
  static void start() throws InterruptedException {
    SpringApplication application = new SpringApplication(Application.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    context =
        application.run(
            "--server.port=0",
            "--spring.ai.openai.api-key=none",
            "--spring.jmx.enabled=false",
            "--management.endpoints.web.exposure.include=*",
            "--management.endpoint.health.show-details=always",
            "--management.endpoint.configprops.show-values=always",
            "--management.endpoint.env.show-values=always",
            "--mcp.client.oauth.success-url=/done",
            "--mcp.client.users.initial-timeout=10s",
            "--mcp.client.servers.own.url=" + SERVER.url(),
            "--mcp.client.servers.own.per-user=true",
            "--mcp.client.servers.own.auth.oauth2.grant=authorization-code",
            "--mcp.client.servers.own.auth.oauth2.redirect-uri=https://desk.example.com/{server}",
            "--mcp.client.servers.own.auth.oauth2.allow-loopback=true",
            "--mcp.client.servers.common.url=" + SERVER.url(),
            "--mcp.client.servers.common.auth.oauth2.grant=authorization-code",
            "--mcp.client.servers.common.auth.oauth2.shared=true",
            "--mcp.client.servers.common.auth.oauth2.redirect-uri=https://desk.example.com/{server}",
            "--mcp.client.servers.common.auth.oauth2.allow-loopback=true",
            "--mcp.client.servers.files.url=" + SERVER.url(),
            "--mcp.client.servers.files.auth.oauth2.grant=authorization-code",
            "--mcp.client.servers.files.auth.oauth2.redirect-uri="
                + "https://desk.example.com/mcp/oauth/callback/{server}",
            "--mcp.client.servers.files.auth.oauth2.allow-loopback=true",
            "--mcp.client.servers.files.auth.oauth2.client-id=desk",
            "--mcp.client.servers.files.auth.oauth2.client-secret=s3cret-of-the-client",
            "--mcp.client.servers.files.auth.oauth2.issuer=" + SERVER.issuer());
    loggers()
        .forEach(
            logger -> {
              LEVELS.put(logger.getName(), logger.getLevel());
              logger.setLevel(Level.ALL);
              logger.setAdditive(false);
              logger.addAppender(MEMORY);
            });
    context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60));
    healthBefore = get(null, "/actuator/health/mcp").body();
    answerBefore = get("first", "/ask").body();
    waitingBefore = get("first", "/waiting").body();
    permit("first");
    next(McpEvent.ToolsChanged.class);
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
    loggers()
        .forEach(
            logger -> {
              logger.setLevel(LEVELS.get(logger.getName()));
              logger.setAdditive(true);
              logger.detachAppender(MEMORY);
            });
  }

  /** The loggers of this project and of its HTTP clients. */
  private static Stream<Logger> loggers() {
    MEMORY.start();
    return Stream.of("io.mcpbridge", "org.apache.hc", "com.nimbusds")
        .map(name -> (Logger) LoggerFactory.getLogger(name));
  }

  private static HttpResponse<String> get(String user, String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (user != null) {
      request.header("X-User", user);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Opens the page and approves. */
  private static HttpResponse<String> permit(String user) {
    HttpResponse<String> sent = get(user, "/mcp/oauth/authorize/files");
    assertThat(sent.statusCode()).isEqualTo(303);
    return get(user, "/mcp/oauth/callback/files?code=code-" + user + "&state=" + state(sent));
  }

  private static Map<String, String> page(HttpResponse<String> sent) {
    URI page = URI.create(sent.headers().firstValue("Location").orElseThrow());
    assertThat(page.toString()).startsWith(SERVER.issuer() + "/authorize?");
    return ProtectedServer.form(page.getRawQuery());
  }

  private static String state(HttpResponse<String> sent) {
    return page(sent).get("state");
  }

  private static <T extends McpEvent> T next(Class<T> type) throws InterruptedException {
    McpEvent event = context.getBean(Application.class).of(type).poll(60, TimeUnit.SECONDS);
    assertThat(event).as("%s", type).isNotNull();
    return type.cast(event);
  }

  @Test
  void concurrentUsersUseTheirOwnTokens() throws Exception {
    assertThat(permit("ann").headers().firstValue("Location")).hasValue("/done");
    assertThat(permit("bob").headers().firstValue("Location")).hasValue("/done");

    CyclicBarrier barrier = new CyclicBarrier(2);
    List<FutureTask<List<String>>> users = List.of(asking("ann", barrier), asking("bob", barrier));
    users.forEach(user -> new Thread(user).start());

    assertThat(users.get(0).get(60, TimeUnit.SECONDS)).containsOnly("ann");
    assertThat(users.get(1).get(60, TimeUnit.SECONDS)).containsOnly("bob");
    assertThat(SERVER.requests("/token"))
        .filteredOn(request -> request.form().get("code").matches("code-(ann|bob)"))
        .hasSize(2);
  }

  private FutureTask<List<String>> asking(String user, CyclicBarrier barrier) {
    return new FutureTask<>(
        () -> {
          List<String> answers = new CopyOnWriteArrayList<>();
          for (int i = 0; i < 20; i++) {
            barrier.await(60, TimeUnit.SECONDS);
            answers.add(get(user, "/ask").body());
          }
          return answers;
        });
  }

  /** Listing tools may use any user's token; calling a tool uses only the caller's. */
  @Test
  void callUsesOnlyCallersToken() throws Exception {
    permit("cid");

    assertThat(get(null, "/ask").body()).contains("a user must grant access first");
    assertThat(get("dan", "/ask").body())
        .contains("a user must grant access first")
        .doesNotContain("http", "state");

    McpEvent.AuthorizationRequired required = next(McpEvent.AuthorizationRequired.class);
    while (!required.user().equals("dan")) {
      required = next(McpEvent.AuthorizationRequired.class);
    }
    assertThat(required.page().toString()).startsWith(SERVER.issuer() + "/authorize?");
    assertThat(required.toString()).doesNotContain("state");
    assertThat(get("dan", "/waiting").body()).contains("files");
    assertThat(get("cid", "/waiting").body()).doesNotContain("files");
    assertThat(SERVER.calls())
        .contains("tools/list by first")
        .doesNotContain("tools/call by cid", "tools/call by first");

    assertThat(get("cid", "/ask").body()).isEqualTo("cid");
    assertThat(get("cid", "/out").body()).isEqualTo("out");
    assertThat(SERVER.requests("/revoke")).isNotEmpty();
    assertThat(get("cid", "/ask").body()).contains("a user must grant access first");
  }

  @Test
  void listsToolsOfPerUserServerAfterAuthorization() throws Exception {
    assertThat(get("gil", "/own").body()).isEqualTo("[]");
    assertThat(get("hal", "/own").body()).isEqualTo("[]");
    String gilState = state(get("gil", "/mcp/oauth/authorize/own"));
    state(get("hal", "/mcp/oauth/authorize/own"));

    assertThat(get("gil", "/mcp/oauth/callback/own?code=code-gil&state=" + gilState).statusCode())
        .isEqualTo(303);
    assertThat(get("gil", "/own").body()).isEqualTo("[own__whoami]");
    assertThat(get("hal", "/own").body()).isEqualTo("[]");
    assertThat(SERVER.calls()).contains("tools/list by gil");
  }

  @Test
  void rejectsCompletionByOtherUser() {
    HttpResponse<String> sent = get("eve", "/mcp/oauth/authorize/files");
    String answer = "/mcp/oauth/callback/files?code=code-mallory&state=" + state(sent);
    assertThat(page(sent))
        .containsEntry("redirect_uri", "https://desk.example.com/mcp/oauth/callback/files");

    assertThat(get("mallory", answer).statusCode()).isEqualTo(400);
    assertThat(get(null, answer).statusCode()).isEqualTo(403);
    assertThat(SERVER.requests("/token"))
        .noneMatch(request -> request.form().get("code").equals("code-mallory"));

    HttpResponse<String> taken = get("eve", answer + "&next=https://evil.example");
    assertThat(taken.headers().firstValue("Location")).hasValue("/done");
    assertThat(get("eve", answer).statusCode()).as("once").isEqualTo(400);
  }

  @Test
  void unavailableAuthorizationServerIsNotDenial() {
    String state = state(get("jon", "/mcp/oauth/authorize/files"));
    SERVER.unavailableCodes.add("code-jon");

    HttpResponse<String> response =
        get("jon", "/mcp/oauth/callback/files?code=code-jon&state=" + state);

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body())
        .contains("The authorization server is not responding. Please try again later.");
    assertThat(LOGGED)
        .anyMatch(
            line ->
                line.startsWith("Granting a user access")
                    && line.endsWith(
                        "the token endpoint of localhost returned no token: HTTP status 503"))
        .noneMatch(line -> line.contains("code-jon"));
    SERVER.unavailableCodes.clear();
    assertThat(permit("jon").statusCode()).as("begun again").isEqualTo(303);
  }

  /** The user can do nothing more; redirecting again would loop. */
  @Test
  void configurationErrorIsNotDenial() {
    String state = state(get("kim", "/mcp/oauth/authorize/files"));
    SERVER.rejectedCodes.add("code-kim");

    HttpResponse<String> response =
        get("kim", "/mcp/oauth/callback/files?code=code-kim&state=" + state);

    assertThat(response.statusCode()).isEqualTo(502);
    assertThat(response.body())
        .contains("Access cannot be granted at the moment. See the log of this application.");
    assertThat(LOGGED)
        .anyMatch(
            line ->
                line.startsWith("Granting a user access to MCP server \"files\" failed")
                    && line.contains("invalid_client"))
        .noneMatch(line -> line.contains("code-kim"));

    String leaState = state(get("lea", "/mcp/oauth/authorize/files"));
    HttpResponse<String> unknownScope =
        get("lea", "/mcp/oauth/callback/files?error=invalid_scope&state=" + leaState);
    assertThat(unknownScope.statusCode()).isEqualTo(502);
  }

  @Test
  void userCanDeny() {
    String state = state(get("mia", "/mcp/oauth/authorize/files"));

    HttpResponse<String> response =
        get("mia", "/mcp/oauth/callback/files?error=access_denied&state=" + state);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("Access was not granted", "start again");
    assertThat(LOGGED)
        .anyMatch(
            line ->
                line.startsWith("A user did not grant access") && line.contains("access_denied"))
        .noneMatch(
            line -> line.startsWith("Granting a user access") && line.contains("access_denied"));
  }

  /** Otherwise all users would act with an account of the anonymous visitor. */
  @Test
  void anonymousUserCannotAuthorizeSharedToken() {
    assertThat(get(null, "/mcp/oauth/authorize/common").statusCode()).isEqualTo(403);
    String state = state(get("ida", "/mcp/oauth/authorize/common"));
    String answer = "/mcp/oauth/callback/common?code=code-visitor&state=" + state;

    assertThat(get(null, answer).statusCode()).isEqualTo(403);

    assertThat(SERVER.requests("/token"))
        .noneMatch(request -> request.form().get("code").equals("code-visitor"));
  }

  @Test
  void ignoresUserSuppliedParameters() {
    HttpResponse<String> refused =
        get("ann", "/mcp/oauth/callback/files?error=%3Cscript%3E&state=unknown");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).doesNotContain("script").contains("start again");
    assertThat(refused.body()).contains("<a href=\"/done\">Back to the application</a>");
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
    assertThat(refused.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(refused.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    assertThat(get("ann", "/mcp/oauth/authorize/nothing").statusCode()).isEqualTo(404);
    assertThat(get("ann", "/mcp/oauth/callback/files").statusCode()).isEqualTo(400);
  }

  @Test
  void endpointShowsPendingAuthorizationWithoutSecrets() throws Exception {
    String path = "redirect them to /mcp/oauth/authorize/";
    assertThat(healthBefore)
        .contains("NEEDS_AUTHORIZATION", "user must first grant access")
        .contains(path + "files", path + "common");
    assertThat(get(null, "/actuator/mcp").body()).contains(path + "common");
    get("fay", "/ask");
    assertThat(LOGGED)
        .anyMatch(
            line ->
                line.contains("requires a user to grant access") && line.endsWith(path + "files"));
    assertThat(waitingBefore).as("to be linked to").contains("files");
    assertThat(answerBefore).contains("not connected at present");
    assertThat(get(null, "/actuator/mcp").body()).contains("\"state\":\"CONNECTED\"");

    String all =
        healthBefore
            + get(null, "/actuator/mcp").body()
            + get(null, "/actuator/mcp/files").body()
            + get(null, "/actuator/health/mcp").body()
            + get(null, "/actuator/configprops").body()
            + get(null, "/actuator/env").body()
            + context.getBean(McpAuthorization.class).credentials("files")
            + context.getBean(Application.class).of(McpEvent.AuthorizationRequired.class);
    assertThat(all).contains("files").doesNotContain(ProtectedServer.SECRET, "code_verifier");
    HttpResponse<String> sent = get("fay", "/mcp/oauth/authorize/files");
    get("fay", "/mcp/oauth/callback/files?code=code-fay&state=" + state(sent));
    String verifier =
        SERVER.requests("/token").stream()
            .map(ProtectedServer.ReceivedRequest::form)
            .filter(form -> form.get("code").equals("code-fay"))
            .map(form -> form.get("code_verifier"))
            .findFirst()
            .orElseThrow();
    assertThat(LOGGED).isNotEmpty();
    for (String secret : List.of(ProtectedServer.SECRET, "code-fay", state(sent), verifier)) {
      assertThat(LOGGED).noneMatch(line -> line.contains(secret));
    }
  }

  @Test
  void rejectsExternalSuccessUrl() {
    for (String path : List.of("//evil.example", "https://evil.example", "/\\evil.example")) {
      assertThatThrownBy(
              () ->
                  new AuthorizationPages(
                      context.getBean(McpAuthorization.class),
                      new McpOAuthWebProperties(
                          "/c/{server}", path, new McpOAuthWebProperties.TokenFile(null)),
                      false))
          .hasMessageContaining("mcp.client.oauth.success-url");
    }
  }

  @EnableAutoConfiguration
  static class Application {

    private final Map<Class<?>, BlockingQueue<McpEvent>> events = new ConcurrentHashMap<>();

    BlockingQueue<McpEvent> of(Class<?> type) {
      return events.computeIfAbsent(type, any -> new LinkedBlockingQueue<>());
    }

    @EventListener
    void on(McpEvent event) {
      of(event.getClass()).add(event);
    }

    /** Reads the user from a header; a real application uses its session. */
    @Bean
    CurrentUser currentUser() {
      return () -> {
        if (ELSEWHERE.get() != null) {
          return ELSEWHERE.get();
        }
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request instanceof ServletRequestAttributes servlet
            ? servlet.getRequest().getHeader("X-User")
            : null;
      };
    }

    private static final ThreadLocal<String> ELSEWHERE = new ThreadLocal<>();

    /** The current user, on the worker threads too. */
    @Bean
    ThreadContextProvider threadContext(CurrentUser user) {
      return () ->
          user.name() == null ? ThreadContextProvider.NOTHING : new UserSnapshot(user.name());
    }

    private record UserSnapshot(String user) implements ThreadContextProvider.ContextSnapshot {
      @Override
      public <T> T call(Supplier<T> call) {
        String before = ELSEWHERE.get();
        ELSEWHERE.set(user);
        try {
          return call.get();
        } finally {
          ELSEWHERE.set(before);
        }
      }
    }

    @Bean
    RouterFunction<ServerResponse> pages(
        ToolCatalog catalog, UserToolCatalogs userCatalogs, McpAuthorization authorization) {
      return RouterFunctions.route()
          .GET(
              "/own",
              request ->
                  ServerResponse.ok()
                      .body(
                          userCatalogs.get().tools().stream()
                              .map(CatalogTool::modelName)
                              .toList()
                              .toString()))
          .GET("/ask", request -> ServerResponse.ok().body(ask(catalog)))
          .GET("/waiting", request -> ServerResponse.ok().body("" + authorization.waiting()))
          .GET(
              "/out",
              request -> {
                authorization.signOut("files");
                return ServerResponse.ok().body("out");
              })
          .build();
    }

    private static String ask(ToolCatalog catalog) {
      ToolOutput output = catalog.call("files__whoami", "{}", CallOptions.defaults());
      return output.text();
    }
  }
}
