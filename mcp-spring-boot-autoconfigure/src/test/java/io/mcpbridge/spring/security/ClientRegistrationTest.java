package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

/** The token that a server receives, by {@code auth.client-registration}. */
class ClientRegistrationTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String REFUSED =
      "s__whoami is not authorized; a user must grant access first.";

  private static final String UNAVAILABLE =
      "s__whoami is temporarily unavailable; it did not run. Go on without it or try later.";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final TokenEndpoint authorizationServer = new TokenEndpoint();
  private final SecuredApplication secured = new SecuredApplication(authorizationServer.url());

  @AfterEach
  void close() {
    server.close();
    authorizationServer.close();
  }

  @Test
  void callSendsUserTokenAndListSendsNone() {
    whoami();

    run(
        catalog -> {
          assertThat(RunAs.user(secured.permitted("ada"), () -> call(catalog)).text())
              .isEqualTo("Bearer of-ada");
          assertThat(RunAs.user(secured.permitted("grace"), () -> call(catalog)).text())
              .isEqualTo("Bearer of-grace");
        },
        "auth.client-registration=keycloak");

    assertThat(server.received("tools/list"))
        .isNotEmpty()
        .allSatisfy(list -> assertThat(authorization(list)).isNull());
  }

  @Test
  void rejectsCallWithoutUser() {
    whoami();

    run(
        catalog -> {
          ToolOutput output = call(catalog);
          assertThat(output.text()).isEqualTo(REFUSED);
          assertThat(output.failure())
              .hasMessageContaining("Server \"s\"")
              .hasMessageContaining("RunAs.user");
        },
        "auth.client-registration=keycloak",
        "auth.background-registration=service");

    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void backgroundRequestsUseApplicationToken() {
    whoami();
    guard(List.of());

    run(
        catalog ->
            assertThat(RunAs.user(secured.permitted("ada"), () -> call(catalog)).text())
                .isEqualTo("Bearer of-ada"),
        "auth.client-registration=keycloak",
        "auth.background-registration=service");

    assertThat(server.received("tools/list"))
        .isNotEmpty()
        .allSatisfy(list -> assertThat(authorization(list)).isEqualTo("Bearer application-1"));
    assertThat(authorizationServer.requests()).hasSize(1);
  }

  @Test
  void usesClientCredentialsForAllCalls() {
    whoami();

    run(
        catalog -> {
          assertThat(call(catalog).text()).isEqualTo("Bearer application-1");
          assertThat(RunAs.user(SecuredApplication.user("ada"), () -> call(catalog)).text())
              .isEqualTo("Bearer application-1");
        },
        "auth.client-registration=service");

    assertThat(authorizationServer.requests())
        .singleElement()
        .satisfies(form -> assertThat(form).containsEntry("grant_type", "client_credentials"));
  }

  /** The cause is the exception on which Spring Security redirects users, if it propagates. */
  @Test
  void missingAuthorizationIsReportedToDeveloperAndModel() {
    whoami();

    run(
        catalog -> {
          ToolOutput output = RunAs.user(SecuredApplication.user("ada"), () -> call(catalog));
          assertThat(output.text()).isEqualTo(REFUSED);
          assertThat(output.failure())
              .hasMessageContaining("/oauth2/authorization/keycloak")
              .hasCauseInstanceOf(ClientAuthorizationRequiredException.class);
        },
        "auth.client-registration=keycloak");

    assertThat(server.received("tools/call")).isEmpty();
  }

  /** The application exchanges the token that it was called with for one for this server. */
  @Test
  void exchangesTokenOfResourceServer() {
    whoami();
    Authentication caller =
        new TestingAuthenticationToken(
            new OAuth2AccessToken(
                OAuth2AccessToken.TokenType.BEARER, "for-the-application", null, null),
            null,
            List.of()) {
          private static final long serialVersionUID = 1L;

          @Override
          public String getName() {
            return "ada";
          }
        };

    run(
        catalog ->
            assertThat(RunAs.user(caller, () -> call(catalog)).text())
                .isEqualTo("Bearer application-1"),
        "auth.client-registration=exchange");

    assertThat(authorizationServer.requests())
        .singleElement()
        .satisfies(form -> assertThat(form).containsEntry("subject_token", "for-the-application"));
  }

  /** A {@code sub} is unique at its issuer only (RFC 7519, section 4.1.2). */
  @Test
  void separatesTokensOfSameSubjectFromDifferentIssuers() {
    whoami();
    Authentication caller = SecuredApplication.caller("https://login.example.com", "ada");
    Authentication callerOfOtherIssuer =
        SecuredApplication.caller("https://login.example.org", "ada");

    run(
        catalog -> {
          assertThat(RunAs.user(caller, () -> call(catalog)).text())
              .isEqualTo("Bearer application-1");
          assertThat(RunAs.user(callerOfOtherIssuer, () -> call(catalog)).text())
              .isEqualTo("Bearer application-2");
          assertThat(RunAs.user(caller, () -> call(catalog)).text())
              .isEqualTo("Bearer application-1");
        },
        "auth.client-registration=exchange");

    assertThat(authorizationServer.requests())
        .extracting(form -> form.get("subject_token"))
        .containsExactly(
            "of ada at https://login.example.com", "of ada at https://login.example.org");
  }

  /** The refresh token can be used only once. */
  @Test
  void concurrentCallersRefreshOnce() {
    Latch together = new Latch();
    server
        .tool("whoami")
        .handler(call -> FakeResult.text(authorization(call.received())).after(together));
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(60), now.minusSeconds(2));

    run(
        catalog -> {
          List<Thread> calls =
              List.of(1, 2, 3, 4).stream()
                  .map(i -> SecuredApplication.thread(ada, () -> call(catalog)))
                  .toList();
          calls.forEach(Thread::start);
          server.awaitReceived("tools/call", calls.size(), SOON);
          together.open();
          calls.forEach(ClientRegistrationTest::join);
        },
        "auth.client-registration=keycloak");

    assertThat(authorizationServer.requests())
        .singleElement()
        .satisfies(form -> assertThat(form).containsEntry("refresh_token", "refresh-ada"));
    assertThat(server.received("tools/call"))
        .hasSize(4)
        .allSatisfy(
            call -> assertThat(authorization(call)).isEqualTo("Bearer refresh-ada-renewed"));
  }

  @Test
  void doesNotWaitForEarlyRefresh() {
    whoami();
    Instant then = Instant.now();
    secured.served(then.minusSeconds(600), then.plusSeconds(600));
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    authorizationServer.before(
        () -> {
          requested.countDown();
          await(answer);
        });

    run(
        catalog -> {
          Instant now = Instant.now();
          secured.served(now.minusSeconds(600), now.plusSeconds(28));
          assertThat(call(catalog).text()).isEqualTo("Bearer of-itself");
          await(requested);
          assertThat(call(catalog).text()).isEqualTo("Bearer of-itself");
          answer.countDown();
          Awaitility.await()
              .atMost(SOON)
              .until(() -> call(catalog).text().equals("Bearer application-1"));
        },
        "auth.client-registration=service");

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** The refresh continues in the background, for the next call. */
  @Test
  void callTimesOutWhileTokenRefreshContinues() {
    whoami();
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(600), now.minusSeconds(2));
    CountDownLatch answer = new CountDownLatch(1);
    authorizationServer.before(() -> await(answer));

    run(
        catalog -> {
          CallOptions soon = CallOptions.builder().timeout(Duration.ofSeconds(2)).build();
          ToolOutput late = RunAs.user(ada, () -> catalog.call("s__whoami", "{}", soon));
          assertThat(late.failure())
              .isInstanceOf(McpTimeoutException.class)
              .hasMessageContaining("client registration \"keycloak\"");
          answer.countDown();
          assertThat(RunAs.user(ada, () -> call(catalog)).text())
              .isEqualTo("Bearer refresh-ada-renewed");
        },
        "auth.client-registration=keycloak");

    assertThat(authorizationServer.requests()).hasSize(1);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  /** Until it expires. */
  @Test
  void usesTokenUntilExpiryIfRefreshFails() {
    whoami();
    Instant then = Instant.now();
    secured.served(then.minusSeconds(600), then.plusSeconds(600));
    authorizationServer.close();

    run(
        catalog -> {
          Instant now = Instant.now();
          secured.served(now.minusSeconds(600), now.plusSeconds(28));
          assertThat(call(catalog).text()).isEqualTo("Bearer of-itself");
        },
        "auth.client-registration=service");
  }

  /** Not one timeout after the other. */
  @Test
  void concurrentCallersShareFailure() {
    whoami();
    Instant now = Instant.now();
    secured.served(now.minusSeconds(600), now.plusSeconds(600));
    CountDownLatch answer = new CountDownLatch(1);
    authorizationServer.before(() -> await(answer));
    authorizationServer.broken();
    List<ToolOutput> outputs = new CopyOnWriteArrayList<>();

    run(
        catalog -> {
          secured.served(now.minusSeconds(600), now.minusSeconds(30));
          // one per call, and one of the single refresh
          int lookups = secured.clients().lookups() + 4;
          List<Thread> calls =
              List.of(1, 2, 3).stream()
                  .map(i -> new Thread(() -> outputs.add(call(catalog))))
                  .toList();
          calls.forEach(Thread::start);
          Awaitility.await()
              .atMost(SOON)
              .until(
                  () ->
                      authorizationServer.requests().size() == 1
                          && secured.clients().lookups() == lookups
                          && calls.stream()
                              .allMatch(it -> it.getState() == Thread.State.TIMED_WAITING));
          answer.countDown();
          calls.forEach(ClientRegistrationTest::join);
        },
        "auth.client-registration=service");

    assertThat(outputs)
        .hasSize(3)
        .allSatisfy(output -> assertThat(output.text()).isEqualTo(UNAVAILABLE));
    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** Spring Security then assumes that it expires after a second. */
  @Test
  void usesTokenWithoutExpiry() {
    whoami();
    Instant then = Instant.now().minusSeconds(600);
    Authentication ada = secured.permittedOnce("ada", then, then.plusSeconds(1));

    run(
        catalog ->
            assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo("Bearer of-ada"),
        "auth.client-registration=keycloak");
  }

  /** The user revoked it at the authorization server. */
  @Test
  void revokedAuthorizationRequiresNewOne() {
    whoami();
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(600), now.minusSeconds(2));
    authorizationServer.takeBack("refresh-ada");

    run(
        catalog -> {
          for (int i = 0; i < 2; i++) {
            ToolOutput output = RunAs.user(ada, () -> call(catalog));
            assertThat(output.text()).isEqualTo(REFUSED);
            assertThat(output.failure())
                .hasMessageContaining("/oauth2/authorization/keycloak")
                .hasCauseInstanceOf(ClientAuthorizationRequiredException.class);
          }
        },
        "auth.client-registration=keycloak");

    assertThat(authorizationServer.requests()).hasSize(1);
    assertThat(server.received("tools/call")).isEmpty();
  }

  /** The refresh token was revoked; the access token is still valid. */
  @Test
  void usesTokenUntilExpiryAfterRevokedRefreshToken() {
    whoami();
    authorizationServer.takeBack("refresh-ada");

    run(
        catalog -> {
          Instant now = Instant.now();
          Authentication ada = secured.permitted("ada", now.minusSeconds(600), now.plusSeconds(28));
          int lookups = secured.clients().lookups() + 7; // two before the refusal
          assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo("Bearer of-ada");
          Awaitility.await().atMost(SOON).until(() -> secured.clients().lookups() >= lookups);
          assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo("Bearer of-ada");
        },
        "auth.client-registration=keycloak");

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** The user's token has expired meanwhile, but not the token from its exchange. */
  @Test
  void keepsUnreplaceableTokenAfterRejection() {
    whoami();
    guard(List.of("Bearer of-ada"));
    Instant now = Instant.now();
    Authentication ada = SecuredApplication.caller("https://login.example.com", "ada");
    secured.exchanged(ada, "of-ada", now.minusSeconds(600), now.plusSeconds(3600));
    authorizationServer.takeBack("of ada at https://login.example.com");

    run(
        catalog -> assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo(REFUSED),
        "auth.client-registration=exchange",
        "auth.background-registration=service");

    assertThat(authorizationServer.requests()).hasSize(2);
    assertThat(secured.exchanged(ada)).isEqualTo("of-ada");
  }

  /** Another instance has used the refresh token, and stores the new tokens shortly after. */
  @Test
  void usesTokenRefreshedByOtherInstance() {
    whoami();
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(600), now.minusSeconds(2));
    authorizationServer.takeBack("refresh-ada");
    authorizationServer.before(
        () -> secured.clients().afterLookups(2, () -> secured.renewedElsewhere("ada")));

    run(
        catalog ->
            assertThat(RunAs.user(ada, () -> call(catalog)).text())
                .isEqualTo("Bearer of-ada-renewed-elsewhere"),
        "auth.client-registration=keycloak");
  }

  /** A rejected token may be stale or revoked. */
  @Test
  void refreshesTokenAfterRejection() {
    whoami();
    guard(List.of("Bearer of-ada"));
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(600), now.plusSeconds(3600));

    run(
        catalog ->
            assertThat(RunAs.user(ada, () -> call(catalog)).text())
                .isEqualTo("Bearer refresh-ada-renewed"),
        "auth.client-registration=keycloak",
        "auth.background-registration=service");

    assertThat(secured.clients().saved())
        .as("another instance may have refreshed it: only the token that was read is written")
        .containsOnlyOnce("of-ada");
  }

  /** A new token would be rejected as well, so the client does not loop. */
  @Test
  void doesNotRefreshNewlyIssuedTokenAfterRejection() {
    whoami();
    guard(List.of("Bearer of-ada"));

    run(
        catalog -> {
          Authentication ada = secured.permitted("ada");
          assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo(REFUSED);
        },
        "auth.client-registration=keycloak",
        "auth.background-registration=service");

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** Other servers accept it, and a new one needs the user's consent. */
  @Test
  void keepsTokenWithoutRefreshTokenAfterRejection() {
    whoami();
    guard(List.of("Bearer of-ada"));
    Instant now = Instant.now();
    Instant ends = now.plusSeconds(3600);
    Authentication ada = secured.permittedOnce("ada", now.minusSeconds(600), ends);

    run(
        catalog -> assertThat(RunAs.user(ada, () -> call(catalog)).text()).isEqualTo(REFUSED),
        "auth.client-registration=keycloak",
        "auth.background-registration=service");

    assertThat(
            secured
                .clients()
                .loadAuthorizedClient(SecuredApplication.USERS, "ada")
                .getAccessToken()
                .getExpiresAt())
        .isEqualTo(ends);
  }

  @Test
  void unreachableAuthorizationServerIsReportedAsUnavailable() {
    whoami();
    Instant now = Instant.now();
    Authentication ada = secured.permitted("ada", now.minusSeconds(60), now.minusSeconds(2));
    authorizationServer.close();

    run(
        catalog -> {
          ToolOutput output = RunAs.user(ada, () -> call(catalog));
          assertThat(output.text()).isEqualTo(UNAVAILABLE);
          assertThat(output.failure())
              .hasMessageContaining("the client registration \"keycloak\" could not be reached");
          assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
        },
        "auth.client-registration=keycloak");
  }

  @Test
  void rejectedListingNamesProperty() {
    whoami();
    guard(List.of());

    run(
        catalog -> {
          assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.NEEDS_AUTHORIZATION);
          assertThat(catalog.servers().get(0).reason()).contains("auth.background-registration");
        },
        "auth.client-registration=keycloak");
  }

  @Test
  void invalidRegistrationPreventsStart() {
    assertThat(problem("auth.client-registration=nobodys"))
        .isEqualTo(
            "mcp.client.servers.s.auth.client-registration: there is no \"nobodys\" below"
                + " spring.security.oauth2.client.registration");
    assertThat(
            problem("auth.client-registration=keycloak", "auth.background-registration=keycloak"))
        .contains("mcp.client.servers.s.auth.client-registration", "needs client_credentials");
    assertThat(problem("auth.client-registration=keycloak", "auth.bearer-token=t"))
        .startsWith(
            "mcp.client.servers.s.auth.client-registration and mcp.client.servers.s.auth.bearer-token are"
                + " both set");
    assertThat(problem("auth.background-registration=service"))
        .startsWith("mcp.client.servers.s.auth.background-registration is set");
  }

  @Test
  void emptyServerRegistrationOverridesDefault() {
    String ofAll = "mcp.client.defaults.auth.client-registration=keycloak";

    application("auth.client-registration=")
        .withPropertyValues(ofAll, "mcp.client.defaults.auth.background-registration=service")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(
            problem(
                application("auth.client-registration=", "auth.background-registration=service")
                    .withPropertyValues(ofAll)))
        .startsWith("mcp.client.servers.s.auth.background-registration is set");
  }

  /** Spring Boot binds the same properties to reactive bean types there. */
  @Test
  void reactiveApplicationNamesRequiredBeans() {
    ApplicationContextRunner reactive =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    McpClientAutoConfiguration.class, McpSecurityAutoConfiguration.class))
            .withPropertyValues(
                "mcp.client.servers.s.url=" + server.url(),
                "mcp.client.servers.s.auth.client-registration=keycloak");

    assertThat(problem(reactive))
        .contains("mcp.client.servers.s.auth.client-registration", "reactive")
        .contains("ClientRegistrationRepository", "OAuth2AuthorizedClientService");
  }

  private String problem(String... properties) {
    return problem(application(properties));
  }

  private static String problem(ApplicationContextRunner application) {
    String[] problem = new String[1];
    application.run(
        context -> {
          assertThat(context).hasFailed();
          for (Throwable e = context.getStartupFailure(); e != null; e = e.getCause()) {
            if (e.getClass().getSimpleName().equals("InvalidMcpConfigurationException")) {
              problem[0] = e.getMessage();
            }
          }
        });
    return problem[0];
  }

  /** Rejects requests without a token, and those with these tokens. */
  private void guard(List<String> refused) {
    server.inject(
        serverTurn -> {
          String token = serverTurn.received().header("Authorization");
          if (token == null || refused.contains(token)) {
            serverTurn.http(401, Map.of("WWW-Authenticate", "Bearer error=\"invalid_token\""), "");
          } else {
            serverTurn.answer();
          }
        });
  }

  private void whoami() {
    server.tool("whoami").handler(call -> FakeResult.text(authorization(call.received())));
  }

  private void run(Consumer<ToolCatalog> work, String... properties) {
    application(properties)
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(SOON)).isTrue();
              work.accept(catalog);
            });
  }

  private ApplicationContextRunner application(String... properties) {
    return secured
        .application("servers.s.url=" + server.url())
        .withPropertyValues(
            List.of(properties).stream()
                .map(it -> "mcp.client.servers.s." + it)
                .toArray(String[]::new));
  }

  private static ToolOutput call(ToolCatalog catalog) {
    return catalog.call("s__whoami", "{}", CallOptions.defaults());
  }

  private static String authorization(ReceivedMessage message) {
    return message.header("Authorization");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(SOON.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
