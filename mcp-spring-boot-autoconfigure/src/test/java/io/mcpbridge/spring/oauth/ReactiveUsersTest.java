package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Users of a reactive application authorize servers in their own browsers. */
@ExtendWith(OutputCaptureExtension.class)
class ReactiveUsersTest {

  private final ProtectedServer server = new ProtectedServer();
  private final List<Boolean> mayBlock = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  /** The log names the supported sources of the current user. */
  @Test
  void logsSupportedSourcesOfCurrentUser(CapturedOutput output) {
    application()
        .withBean(CurrentUser.class, () -> () -> null)
        .run(
            context -> {
              WebTestClient browser = browser(context);
              for (int i = 0; i < 2; i++) {
                assertThat(get(browser, "ann", "/mcp/oauth/authorize/files").getStatus().value())
                    .isEqualTo(403);
              }

              assertThat(output)
                  .containsOnlyOnce(
                      "there is no current user. In a reactive application, the current user is");
            });
  }

  private ReactiveWebApplicationContextRunner application() {
    return new ReactiveWebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpOAuthAutoConfiguration.class,
                McpOAuthWebFluxAutoConfiguration.class,
                McpClientAutoConfiguration.class))
        .withPropertyValues(
            "mcp.client.servers.files.url=" + server.url(),
            "mcp.client.servers.files.auth.oauth2.grant=authorization-code",
            "mcp.client.servers.files.auth.oauth2.redirect-uri="
                + "https://desk.example.com/mcp/oauth/callback/{server}",
            "mcp.client.servers.files.auth.oauth2.allow-loopback=true");
  }

  /** Sets the user from a header as Spring Security does, on a thread that must not block. */
  private static Mono<Void> signedIn(ServerWebExchange exchange, WebFilterChain chain) {
    String user = exchange.getRequest().getHeaders().getFirst("X-User");
    Mono<Void> rest = chain.filter(exchange).subscribeOn(Schedulers.parallel());
    if (user == null) {
      return rest;
    }
    Authentication authentication =
        UsernamePasswordAuthenticationToken.authenticated(
            user, null, AuthorityUtils.NO_AUTHORITIES);
    return rest.contextWrite(ReactiveSecurityContextHolder.withAuthentication(authentication));
  }

  private static WebTestClient browser(ApplicationContext context) {
    WebFilter security = ReactiveUsersTest::signedIn;
    return WebTestClient.bindToRouterFunction(
            context.getBean("mcpOAuthRoutes", RouterFunction.class))
        .webFilter(security)
        .build();
  }

  private static EntityExchangeResult<String> get(WebTestClient browser, String user, String path) {
    return browser
        .get()
        .uri(URI.create(path))
        .headers(
            headers -> {
              if (user != null) {
                headers.set("X-User", user);
              }
            })
        .exchange()
        .expectBody(String.class)
        .returnResult();
  }

  @Test
  void authorizesAsSignedInUser() {
    application()
        .withBean(
            AuthorizationStore.class, () -> new ThreadRecordingStore(AuthorizationStore.inMemory()))
        .run(
            context -> {
              WebTestClient browser = browser(context);
              assertThat(get(browser, null, "/mcp/oauth/authorize/files").getStatus().value())
                  .isEqualTo(403);
              assertThat(get(browser, "ann", "/mcp/oauth/authorize/none").getStatus().value())
                  .isEqualTo(404);

              EntityExchangeResult<String> sent = get(browser, "ann", "/mcp/oauth/authorize/files");
              assertThat(sent.getStatus().value()).isEqualTo(303);
              URI page = sent.getResponseHeaders().getLocation();
              assertThat(page.toString()).startsWith(server.issuer() + "/authorize?");
              Map<String, String> parameters = ProtectedServer.form(page.getRawQuery());
              String answer =
                  "/mcp/oauth/callback/files?code=code-ann&state=" + parameters.get("state");
              EntityExchangeResult<String> refused = get(browser, "bob", answer);
              assertThat(refused.getStatus().value()).isEqualTo(400);
              assertThat(refused.getResponseBody())
                  .contains("<a href=\"./../../../\">Back to the application</a>");
              assertThat(URI.create("https://desk.example.com/app" + answer).resolve("./../../../"))
                  .hasToString("https://desk.example.com/app/");
              EntityExchangeResult<String> taken = get(browser, "ann", answer);

              assertThat(taken.getStatus().value()).isEqualTo(200);
              assertThat(taken.getResponseBody()).contains("Access granted");
              assertThat(taken.getResponseHeaders().getFirst("Cache-Control"))
                  .isEqualTo("no-store");
              assertThat(get(browser, "ann", "/mcp/oauth/authorize/files").getStatus().value())
                  .isEqualTo(200);
              assertThat(server.requests("/token")).hasSize(1);
              assertThat(mayBlock).isNotEmpty().containsOnly(true);
            });
  }

  /** Signing in again would not fix the failure. */
  @Test
  void failureOfApplicationBeanIsServerError() {
    application()
        .withBean(
            McpOAuthCustomizer.class,
            () -> (name, oauth) -> oauth.prompt(() -> null)) // and a redirectUri: invalid
        .run(
            context -> {
              EntityExchangeResult<String> response =
                  get(browser(context), "ann", "/mcp/oauth/authorize/files");

              assertThat(response.getStatus().value()).isEqualTo(500);
              assertThat(response.getResponseBody()).contains("See the log of this application");
            });
  }

  /** Records whether it is called on a thread that may block. */
  private final class ThreadRecordingStore implements AuthorizationStore {

    private final AuthorizationStore store;

    private ThreadRecordingStore(AuthorizationStore store) {
      this.store = store;
    }

    @Override
    public void save(StoredAuthorization authorization) {
      mayBlock.add(!Schedulers.isInNonBlockingThread());
      store.save(authorization);
    }

    @Override
    public StoredAuthorization find(String state) {
      return store.find(state);
    }

    @Override
    public StoredAuthorization take(String state, String principal) {
      mayBlock.add(!Schedulers.isInNonBlockingThread());
      return store.take(state, principal);
    }
  }
}
