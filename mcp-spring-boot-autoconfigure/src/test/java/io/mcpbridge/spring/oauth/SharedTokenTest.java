package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.event.McpEvent;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authorization.AuthenticatedAuthorizationManager;
import org.springframework.security.authorization.AuthenticatedReactiveAuthorizationManager;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorityReactiveAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestMatcherDelegatingAuthorizationManager;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.server.MatcherSecurityWebFilterChain;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.authentication.HttpStatusServerEntryPoint;
import org.springframework.security.web.server.authentication.ServerHttpBasicAuthenticationConverter;
import org.springframework.security.web.server.authorization.AuthorizationWebFilter;
import org.springframework.security.web.server.authorization.DelegatingReactiveAuthorizationManager;
import org.springframework.security.web.server.authorization.ExceptionTranslationWebFilter;
import org.springframework.security.web.server.context.SecurityContextServerWebExchangeWebFilter;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcherEntry;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.security.web.util.matcher.RegexRequestMatcher;
import org.springframework.test.web.reactive.server.FluxExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * One token for all users ({@code auth.oauth2.shared}), in an application that restricts the
 * callback path to administrators. Only the user who started an authorization may complete it.
 */
class SharedTokenTest {

  private static final String ADMINISTRATOR = "root";
  private static final String USER = "ann";

  private final ProtectedServer server = new ProtectedServer();
  private ConfigurableApplicationContext servlet;

  @BeforeEach
  void start() {
    SpringApplication application = new SpringApplication(Application.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    servlet =
        application.run(
            List.of(properties()).stream().map(line -> "--" + line).toArray(String[]::new));
  }

  @AfterEach
  void close() {
    servlet.close();
    server.close();
  }

  private String[] properties() {
    return new String[] {
      "server.port=0",
      "spring.ai.openai.api-key=none",
      "spring.jmx.enabled=false",
      "mcp.client.servers.files.url=" + server.url(),
      "mcp.client.servers.files.auth.oauth2.grant=authorization-code",
      "mcp.client.servers.files.auth.oauth2.shared=true",
      "mcp.client.servers.files.auth.oauth2.redirect-uri="
          + "https://desk.example.com/mcp/oauth/callback/{server}",
      "mcp.client.servers.files.auth.oauth2.allow-loopback=true"
    };
  }

  private static String basic(String user) {
    byte[] userAndPassword = (user + ":any").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(userAndPassword);
  }

  private static Authentication signedIn(Authentication shown) {
    String role = shown.getName().equals(ADMINISTRATOR) ? "ROLE_ADMIN" : "ROLE_USER";
    return UsernamePasswordAuthenticationToken.authenticated(
        shown.getName(), null, AuthorityUtils.createAuthorityList(role));
  }

  private static String state(URI page) {
    return ProtectedServer.form(page.getRawQuery()).get("state");
  }

  private HttpResponse<String> get(String user, String path) throws Exception {
    String port = servlet.getEnvironment().getProperty("local.server.port");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", basic(user))
                .build(),
            BodyHandlers.ofString());
  }

  private static URI location(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return URI.create(answer.headers().firstValue("Location").orElseThrow());
  }

  private List<String> codesShown() {
    return server.requests("/token").stream().map(request -> request.form().get("code")).toList();
  }

  @Test
  void rejectsCompletionOfOtherUsersAuthorization() throws Exception {
    String userState = state(location(get(USER, "/connect")));
    String link = "/mcp/oauth/callback/files?code=code-" + USER + "&state=" + userState;
    assertThat(get(USER, link).statusCode()).as("she has no right to").isEqualTo(403);

    assertThat(get(ADMINISTRATOR, link).statusCode()).isEqualTo(400);
    assertThat(codesShown()).isEmpty();
    assertThat(get(USER, "/ask").body()).doesNotContain(USER);

    String administratorState = state(location(get(ADMINISTRATOR, "/mcp/oauth/authorize/files")));
    assertThat(administratorState).isNotEqualTo(userState);
    String answer =
        "/mcp/oauth/callback/files?code=code-" + ADMINISTRATOR + "&state=" + administratorState;
    assertThat(get(ADMINISTRATOR, answer).statusCode()).isEqualTo(200);

    servlet.getBean(Application.class).awaitTools();
    assertThat(get(USER, "/ask").body()).isEqualTo(ADMINISTRATOR);
    assertThat(get(ADMINISTRATOR, "/ask").body()).isEqualTo(ADMINISTRATOR);
    assertThat(get(ADMINISTRATOR, link).statusCode()).as("later, too").isEqualTo(400);
    assertThat(codesShown()).containsExactly("code-" + ADMINISTRATOR);
  }

  /** A background request of the application starts no user's authorization. */
  @Test
  void rejectsCompletionOfBackgroundAuthorization() throws Exception {
    assertThat(servlet.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    Application application = servlet.getBean(Application.class);

    assertThat(application.required).isEmpty();
    assertThat(get(ADMINISTRATOR, "/waiting").body()).isEqualTo("[files]");
    location(get(ADMINISTRATOR, "/connect"));
    McpEvent.AuthorizationRequired event = application.required.poll(60, TimeUnit.SECONDS);
    assertThat(event.user()).isEqualTo(ADMINISTRATOR);
  }

  @Test
  void grantOfOtherUserEndsWait() throws Exception {
    location(get(USER, "/connect"));
    assertThat(get(USER, "/waiting").body()).isEqualTo("[files]");
    String administratorState = state(location(get(ADMINISTRATOR, "/mcp/oauth/authorize/files")));
    get(ADMINISTRATOR, "/mcp/oauth/callback/files?code=code-root&state=" + administratorState);

    assertThat(get(USER, "/waiting").body()).isEqualTo("[]");
    assertThat(get(ADMINISTRATOR, "/waiting").body()).isEqualTo("[]");

    servlet.getBean(Application.class).awaitTools();
    assertThat(get(USER, "/out").statusCode()).isEqualTo(200);
    assertThat(get(USER, "/ask").body()).doesNotContain(ADMINISTRATOR);
  }

  @Test
  void reactiveApplicationRejectsOtherUsersAuthorization() {
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpOAuthWebFluxAutoConfiguration.class,
                McpClientAutoConfiguration.class))
        .withPropertyValues(properties())
        .run(
            context -> {
              WebTestClient browser =
                  WebTestClient.bindToRouterFunction(
                          context.getBean("mcpOAuthRoutes", RouterFunction.class))
                      .webFilter(reactiveSecurity())
                      .build();
              String userState = state(begun(browser, USER));
              String link = "/mcp/oauth/callback/files?code=code-" + USER + "&state=" + userState;
              assertThat(status(browser, USER, link)).isEqualTo(403);

              assertThat(status(browser, ADMINISTRATOR, link)).isEqualTo(400);
              assertThat(codesShown()).isEmpty();

              String administratorState = state(begun(browser, ADMINISTRATOR));
              assertThat(administratorState).isNotEqualTo(userState);
              String answer =
                  "/mcp/oauth/callback/files?code=code-root&state=" + administratorState;
              assertThat(status(browser, ADMINISTRATOR, answer)).isEqualTo(200);
              assertThat(codesShown()).containsExactly("code-root");
              assertThat(status(browser, USER, "/mcp/oauth/authorize/files"))
                  .as("there is a token for her")
                  .isEqualTo(200);
            });
  }

  private static URI begun(WebTestClient browser, String user) {
    FluxExchangeResult<String> page =
        browser
            .get()
            .uri("/mcp/oauth/authorize/files")
            .header("Authorization", basic(user))
            .exchange()
            .returnResult(String.class);
    assertThat(page.getStatus().value()).isEqualTo(303);
    return page.getResponseHeaders().getLocation();
  }

  private static int status(WebTestClient browser, String user, String path) {
    return browser
        .get()
        .uri(URI.create(path))
        .header("Authorization", basic(user))
        .exchange()
        .returnResult(String.class)
        .getStatus()
        .value();
  }

  private static WebFilterChainProxy reactiveSecurity() {
    AuthenticationWebFilter login =
        new AuthenticationWebFilter(
            (ReactiveAuthenticationManager) shown -> Mono.just(signedIn(shown)));
    login.setServerAuthenticationConverter(new ServerHttpBasicAuthenticationConverter());
    ExceptionTranslationWebFilter refusals = new ExceptionTranslationWebFilter();
    refusals.setAuthenticationEntryPoint(new HttpStatusServerEntryPoint(HttpStatus.UNAUTHORIZED));
    AuthorizationWebFilter roles =
        new AuthorizationWebFilter(
            DelegatingReactiveAuthorizationManager.builder()
                .add(
                    new ServerWebExchangeMatcherEntry<>(
                        new PathPatternParserServerWebExchangeMatcher("/mcp/oauth/callback/*"),
                        AuthorityReactiveAuthorizationManager.hasRole("ADMIN")))
                .add(
                    new ServerWebExchangeMatcherEntry<>(
                        ServerWebExchangeMatchers.anyExchange(),
                        AuthenticatedReactiveAuthorizationManager.authenticated()))
                .build());
    return new WebFilterChainProxy(
        new MatcherSecurityWebFilterChain(
            (ServerWebExchange exchange) ->
                ServerWebExchangeMatchers.anyExchange().matches(exchange),
            List.of(login, new SecurityContextServerWebExchangeWebFilter(), refusals, roles)));
  }

  @EnableAutoConfiguration
  static class Application {

    private final BlockingQueue<McpEvent.AuthorizationRequired> required =
        new LinkedBlockingQueue<>();
    private final BlockingQueue<McpEvent.ToolsChanged> tools = new LinkedBlockingQueue<>();

    @EventListener
    void on(McpEvent.AuthorizationRequired event) {
      required.add(event);
    }

    @EventListener
    void on(McpEvent.ToolsChanged event) {
      tools.add(event);
    }

    void awaitTools() throws InterruptedException {
      assertThat(tools.poll(60, TimeUnit.SECONDS)).as("the tools of all").isNotNull();
    }

    @Bean
    FilterChainProxy security() {
      AuthenticationManager users = SharedTokenTest::signedIn;
      HttpStatusEntryPoint unknown = new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED);
      return new FilterChainProxy(
          new DefaultSecurityFilterChain(
              AnyRequestMatcher.INSTANCE,
              new SecurityContextHolderFilter(new RequestAttributeSecurityContextRepository()),
              new BasicAuthenticationFilter(users, unknown),
              new ExceptionTranslationFilter(unknown),
              new AuthorizationFilter(roles())));
    }

    private static AuthorizationManager<HttpServletRequest> roles() {
      return RequestMatcherDelegatingAuthorizationManager.builder()
          .add(
              RegexRequestMatcher.regexMatcher("/mcp/oauth/.*"),
              AuthorityAuthorizationManager.hasRole("ADMIN"))
          .add(AnyRequestMatcher.INSTANCE, AuthenticatedAuthorizationManager.authenticated())
          .build();
    }

    /** Pages of the application, for all users. */
    @Bean
    org.springframework.web.servlet.function.RouterFunction<ServerResponse> pages(
        ToolCatalog catalog, McpAuthorization authorization) {
      return RouterFunctions.route()
          .GET("/connect", request -> ServerResponse.seeOther(authorization.page("files")).build())
          .GET(
              "/ask",
              request ->
                  ServerResponse.ok()
                      .body(catalog.call("files__whoami", "{}", CallOptions.defaults()).text()))
          .GET("/waiting", request -> ServerResponse.ok().body("" + authorization.waiting()))
          .GET(
              "/out",
              request -> {
                authorization.signOut("files");
                return ServerResponse.ok().body("out");
              })
          .build();
    }
  }
}
