package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tokens expire, lack a scope, belong to another user, or come from another authorization server.
 */
class TokenRefreshTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");

  @AfterEach
  void close() {
    environment.close();
  }

  private OAuthCredentials credentials() {
    return environment.credentials().clock(clock).principal(user::get).build();
  }

  private OutgoingRequest request() {
    return new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
  }

  private String sentBy(OAuthCredentials credentials) {
    return credentials.headersFor(request()).get("Authorization");
  }

  private static Challenge refusal(int status, String challenge, String refused) {
    return new Challenge(status, List.of("Bearer " + challenge), null, refused);
  }

  private List<Map<String, String>> refreshes() {
    return environment.auth.requests("/token").stream()
        .map(FakeHttpServer.Request::form)
        .filter(form -> form.get("grant_type").equals("refresh_token"))
        .toList();
  }

  private void issueTokensValidFor(int seconds) {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", seconds)));
  }

  @Test
  void doesNotPromptForBackgroundRequests() {
    OAuthCredentials credentials = credentials();
    McpClient client = environment.client(credentials);
    client.listTools();
    clock.pass(Duration.ofMinutes(2));

    assertThat(
            credentials.renew(
                backgroundRefusal("Bearer access-" + OAuthTestEnvironment.SECRET + "-1")))
        .isTrue();
    assertThat(refreshes()).as("a refresh needs no user").hasSize(1);
    environment.tokens =
        request -> new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
    clock.pass(Duration.ofMinutes(2));
    assertThat(
            credentials.renew(
                backgroundRefusal("Bearer access-" + OAuthTestEnvironment.SECRET + "-2")))
        .isFalse();
    assertThat(environment.prompts).as("who gave the first permission").hasSize(1);

    issueTokensValidFor(600);
    client.listTools();
    assertThat(environment.prompts).as("by a call").hasSize(2);
    credentials.signOut();
    assertThat(credentials.renew(backgroundRefusal(null))).isFalse();
    assertThat(environment.prompts).hasSize(2);
  }

  private static Challenge backgroundRefusal(String refused) {
    return new Challenge(401, List.of("Bearer"), null, refused, true);
  }

  @Test
  void refreshesBeforeExpiry() {
    issueTokensValidFor(600);
    McpClient client = environment.client(credentials());
    client.listTools();
    clock.pass(Duration.ofSeconds(500));
    client.listTools();
    assertThat(refreshes()).isEmpty();

    clock.pass(Duration.ofSeconds(80));
    client.listTools();

    awaitRefreshes(1);
    assertThat(refreshes().get(0))
        .containsEntry("refresh_token", "refresh-" + OAuthTestEnvironment.SECRET + "-1")
        .containsEntry("resource", environment.mcpUrl())
        .containsEntry("client_id", "dynamic")
        .doesNotContainKey("scope");
    assertThat(environment.prompts).hasSize(1);
  }

  /** Waits for background refreshes, which block no request. */
  private void awaitRefreshes(int times) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (refreshes().size() < times && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    assertThat(refreshes()).hasSize(times);
  }

  @Test
  void usesRotatedRefreshTokenOnce() {
    McpClient client = environment.client(credentials());
    client.listTools();
    for (int i = 0; i < 2; i++) {
      environment.accepted.clear();
      clock.pass(Duration.ofMinutes(10));
      client.listTools();
    }

    assertThat(refreshes())
        .extracting(form -> form.get("refresh_token"))
        .containsExactly(
            "refresh-" + OAuthTestEnvironment.SECRET + "-1",
            "refresh-" + OAuthTestEnvironment.SECRET + "-2");
    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void keepsRefreshTokenWithoutRotation() {
    McpClient client = environment.client(credentials());
    client.listTools();
    environment.tokens =
        request ->
            FakeHttpServer.Reply.json(
                environment.token(Map.of()).replaceAll(",\"refresh_token\".*", "}"));
    for (int i = 0; i < 2; i++) {
      environment.accepted.clear();
      clock.pass(Duration.ofMinutes(10));
      client.listTools();
    }

    assertThat(refreshes())
        .extracting(form -> form.get("refresh_token"))
        .containsExactly(
            "refresh-" + OAuthTestEnvironment.SECRET + "-1",
            "refresh-" + OAuthTestEnvironment.SECRET + "-1");
  }

  @Test
  void promptsAfterInvalidRefreshToken() {
    McpClient client = environment.client(credentials());
    client.listTools();
    environment.accepted.clear();
    clock.pass(Duration.ofMinutes(10));
    environment.tokens =
        request ->
            request.form().get("grant_type").equals("refresh_token")
                ? new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}")
                : FakeHttpServer.Reply.json(environment.token(null));

    client.listTools();

    assertThat(refreshes()).hasSize(1);
    assertThat(environment.prompts).hasSize(2);
  }

  @Test
  void keepsTokenDuringServerError() {
    McpClient client = environment.client(credentials());
    client.listTools();
    environment.accepted.clear();
    clock.pass(Duration.ofMinutes(10));
    environment.tokens =
        request ->
            new FakeHttpServer.Reply(503, Map.of(), "{\"error\":\"temporarily_unavailable\"}");
    assertThatThrownBy(client::listTools).hasMessageContaining("503");

    environment.tokens = request -> FakeHttpServer.Reply.json(environment.token(null));
    client.listTools();

    assertThat(environment.prompts).hasSize(1);
  }

  /** A wrong secret or a firewall does not invalidate the refresh token. */
  @Test
  void removesRefreshTokenOnlyAfterInvalidGrant() {
    OAuthCredentials credentials =
        environment
            .credentials()
            .client(ClientRegistration.of("desk", "x").at(environment.issuer()))
            .clock(clock)
            .build();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofMinutes(10));
    for (String error : List.of("invalid_client", "invalid_request", "forbidden")) {
      environment.tokens =
          request -> new FakeHttpServer.Reply(401, Map.of(), "{\"error\":\"" + error + "\"}");
      assertThatThrownBy(() -> credentials.renew(refusal(401, "", sentBy(credentials))))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining(error);
    }

    environment.tokens = request -> FakeHttpServer.Reply.json(environment.token(null));
    assertThat(credentials.renew(refusal(401, "", sentBy(credentials)))).isTrue();

    assertThat(environment.prompts).hasSize(1);
    assertThat(refreshes())
        .extracting(form -> form.get("refresh_token"))
        .hasSize(4)
        .containsOnly("refresh-" + OAuthTestEnvironment.SECRET + "-1");
  }

  @Test
  void promptsIfRefreshRequiresInteraction() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    environment.tokens =
        request ->
            request.form().get("grant_type").equals("refresh_token")
                ? new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"interaction_required\"}")
                : FakeHttpServer.Reply.json(environment.token(null));
    clock.pass(Duration.ofMinutes(10));
    String old = sentBy(credentials);

    assertThat(credentials.renew(backgroundRefusal(old))).isFalse();
    assertThat(credentials.renew(refusal(401, "", null))).as("the old is kept").isTrue();
    assertThat(sentBy(credentials)).isEqualTo(old);
    assertThat(credentials.renew(refusal(401, "", old))).isTrue();

    assertThat(sentBy(credentials)).isNotEqualTo(old);
    assertThat(environment.prompts).hasSize(2);
  }

  @Test
  void promptsOnceIfRefreshedTokenIsRejected() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofMinutes(10));

    assertThat(credentials.renew(refusal(401, "", sentBy(credentials)))).isTrue();
    assertThat(refreshes()).hasSize(1);
    assertThat(credentials.renew(refusal(401, "", sentBy(credentials)))).isTrue();
    assertThat(environment.prompts).hasSize(2);
    assertThatThrownBy(() -> credentials.renew(refusal(401, "", sentBy(credentials))))
        .hasMessageContaining("just issued");
    assertThat(refreshes()).hasSize(1);
  }

  @Test
  void requestsNewTokenWithoutRefreshToken() {
    environment.tokens =
        request ->
            FakeHttpServer.Reply.json(
                environment
                    .token(Map.of("expires_in", 20))
                    .replaceAll(",\"refresh_token\":\"[^\"]*\"", ""));
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofSeconds(30));

    assertThat(credentials.renew(refusal(401, "", sentBy(credentials)))).isTrue();
    assertThat(environment.prompts).hasSize(2);
  }

  @Test
  void usesTokenUntilExpiryWhileServerIsUnavailable() {
    issueTokensValidFor(600);
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofSeconds(580));
    environment.tokens = request -> FakeHttpServer.Reply.status(503);

    assertThat(sentBy(credentials)).endsWith("-1");
    awaitRefreshes(1);
    assertThat(sentBy(credentials)).endsWith("-1");
  }

  @Test
  void backsOffWhileServerIsUnavailable() {
    issueTokensValidFor(600);
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofSeconds(600));
    environment.tokens = request -> FakeHttpServer.Reply.status(503);

    for (int i = 0; i < 3; i++) {
      assertThat(sentBy(credentials)).endsWith("-1");
    }
    assertThat(refreshes()).hasSize(1);
    clock.pass(Duration.ofSeconds(10));
    sentBy(credentials);
    assertThat(refreshes()).as("after a while").hasSize(2);

    issueTokensValidFor(600);
    assertThat(sentBy(credentials)).endsWith("-1");
    assertThat(credentials.renew(refusal(401, "", sentBy(credentials))))
        .as("once the token is refused, it is tried at once")
        .isTrue();
    assertThat(sentBy(credentials)).endsWith("-2");
    assertThat(refreshes()).hasSize(3);
  }

  @Test
  void missingOfflineAccessDoesNotPrompt() {
    environment.metadata(Map.of("scopes_supported", List.of("a", "offline_access")));
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("scope", "a")));
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "scope=\"a\"", null));

    assertThat(
            credentials.renew(
                refusal(403, "error=\"insufficient_scope\", scope=\"a\"", sentBy(credentials))))
        .isFalse();
  }

  @Test
  void clockSetBackDoesNotExtendBackoff() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofDays(-1));

    assertThat(credentials.renew(refusal(401, "", sentBy(credentials)))).isTrue();
    assertThat(refreshes()).hasSize(1);

    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    user.set("bob");
    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .hasMessageContaining("access_denied");
    clock.pass(Duration.ofDays(-1));
    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .hasMessageNotContaining("no new attempt");
    assertThat(environment.prompts).hasSize(3);
  }

  @Test
  void concurrentCallersRefreshOnce() throws Exception {
    OAuthCredentials credentials = credentials();
    environment.client(credentials).listTools();
    String old = sentBy(credentials);
    clock.pass(Duration.ofMinutes(10));
    int requestCount = environment.mcp.requests("/.well-known/oauth-protected-resource/mcp").size();
    int callers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<String>> sentTokens = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        sentTokens.add(
            threads.submit(
                () -> {
                  go.await();
                  assertThat(credentials.renew(refusal(401, "", old))).isTrue();
                  return sentBy(credentials);
                }));
      }
      go.countDown();
      for (Future<String> sentToken : sentTokens) {
        assertThat(sentToken.get(60, TimeUnit.SECONDS))
            .isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-2");
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(environment.mcp.requests("/.well-known/oauth-protected-resource/mcp"))
        .hasSize(requestCount + 1);
    assertThat(refreshes()).hasSize(1);
    assertThat(environment.prompts).hasSize(1);
  }

  /** Concurrent callers share one failure instead of waiting one after the other. */
  @Test
  void concurrentCallersShareTimeout() throws Exception {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    CountDownLatch waiting = new CountDownLatch(6);
    CountDownLatch allWait = new CountDownLatch(1);
    environment.tokens =
        request -> {
          awaitLatch(allWait);
          return FakeHttpServer.Reply.status(503);
        };
    WaitContext waitContext =
        (work, atMost, description) -> {
          waiting.countDown();
          return WaitContext.endless().await(work, atMost, description);
        };
    Challenge refusal =
        new Challenge(401, List.of("Bearer"), null, sentBy(credentials), false, waitContext);
    clock.pass(Duration.ofMinutes(2));
    List<FutureTask<Throwable>> calls = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      calls.add(new FutureTask<>(() -> catchThrowable(() -> credentials.renew(refusal))));
      new Thread(calls.get(i)).start();
    }
    awaitLatch(waiting);

    allWait.countDown();

    for (FutureTask<Throwable> call : calls) {
      assertThat(call.get(60, TimeUnit.SECONDS))
          .isInstanceOf(McpUnavailableException.class)
          .hasMessageContaining("503");
    }
    assertThat(refreshes())
        .as("the first one's, one that began after all came, and those of who missed its end")
        .hasSizeLessThan(calls.size());
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void storesTokenPerUser() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    user.set("bob");

    assertThat(credentials.headersFor(request())).isEmpty();
    assertThat(credentials.principal()).hasToString("bob");
    credentials.renew(refusal(401, "", null));
    assertThat(sentBy(credentials)).endsWith("-2");
    user.set("ann");
    assertThat(sentBy(credentials)).endsWith("-1");
    assertThat(environment.prompts).hasSize(2);
    assertThat(environment.auth.requests("/register")).hasSize(1);
  }

  @Test
  void anonymousCallsGetNoToken() {
    user.set(null);
    OAuthCredentials credentials = environment.credentials().principal(() -> null).build();

    assertThat(credentials.renew(refusal(401, "", null))).isFalse();
    assertThat(credentials.headersFor(request())).isEmpty();
    assertThat(environment.prompts).isEmpty();
  }

  @Test
  void sendsTokenOnlyToItsServer() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));
    URI otherServer = URI.create("https://other.example.com/mcp");

    assertThat(credentials.headersFor(new OutgoingRequest("POST", otherServer, new byte[0])))
        .isEmpty();
  }

  @Test
  void stepUpRequestsUnionOfScopes() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "scope=\"a\"", null));

    boolean renewed =
        credentials.renew(
            refusal(403, "error=\"insufficient_scope\", scope=\"w\"", sentBy(credentials)));

    assertThat(renewed).isTrue();
    assertThat(environment.page(1)).containsEntry("scope", "a w");
    assertThat(refreshes()).isEmpty();
    assertThat(environment.auth.requests("/register")).hasSize(1);
  }

  @Test
  void doesNotRequestGrantedScopesAgain() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "scope=\"a\"", null));
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("scope", "a")));
    String stepUp = "error=\"insufficient_scope\", scope=\"w\"";
    assertThat(credentials.renew(refusal(403, stepUp, sentBy(credentials)))).isTrue();

    assertThat(credentials.renew(refusal(403, stepUp, sentBy(credentials)))).isFalse();
    String grantedScopes = "error=\"insufficient_scope\", scope=\"a\"";
    assertThat(credentials.renew(refusal(403, grantedScopes, sentBy(credentials)))).isFalse();
    assertThat(credentials.renew(refusal(403, "", sentBy(credentials)))).isFalse();

    assertThat(environment.prompts).hasSize(2);
  }

  /** The failure is no refusal: the next request tries again. */
  @Test
  void retriesStepUpAfterNetworkFailure() {
    OAuthCredentials credentials =
        OAuthCredentials.builder(environment.mcpUrl())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .client(ClientRegistration.of("id", "x").at(environment.issuer()))
            .build();
    credentials.renew(refusal(401, "scope=\"a\"", null));
    String stepUp = "error=\"insufficient_scope\", scope=\"w\"";
    environment.tokens = request -> FakeHttpServer.Reply.status(502);
    assertThatThrownBy(() -> credentials.renew(refusal(403, stepUp, sentBy(credentials))))
        .hasMessageContaining("502");

    environment.tokens = request -> FakeHttpServer.Reply.json(environment.token(null));

    assertThat(credentials.renew(refusal(403, stepUp, sentBy(credentials)))).isTrue();
  }

  /** The scopes of the previous permission are gone with the token. */
  @Test
  void stepsUpAgainAfterNewSignIn() {
    OAuthCredentials credentials = credentials();
    String stepUp = "error=\"insufficient_scope\", scope=\"w\"";
    for (int i = 0; i < 2; i++) {
      credentials.renew(refusal(401, "scope=\"a\"", null));
      assertThat(credentials.renew(refusal(403, stepUp, sentBy(credentials)))).isTrue();
      credentials.signOut();
    }

    assertThat(environment.prompts).hasSize(4);
    assertThat(environment.page(3)).containsEntry("scope", "a w");
  }

  /** A catalog reconnects its servers automatically, also overnight. */
  @Test
  void limitsPromptsWithoutResponse() {
    OAuthCredentials credentials = credentials();
    environment.userResponse =
        pending -> {
          throw AuthorizationPrompt.CallbackReceiver.failed("no answer");
        };
    for (int minute = 0; minute < 24 * 60; minute++) {
      assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
          .hasMessageContaining("no answer");
      clock.pass(Duration.ofMinutes(1));
    }
    assertThat(environment.prompts).hasSizeBetween(20, 30);

    int promptCount = environment.prompts.size();
    credentials.askAgain();
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    for (int i = 0; i < 2; i++) { // a refusal is an answer
      assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
          .hasMessageContaining("access_denied");
      clock.pass(Duration.ofMinutes(5));
    }
    assertThat(environment.prompts).hasSize(promptCount + 2);
  }

  @Test
  void limitsRetryCooldownToOneYear() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    LoopbackPrompt prompt = LoopbackPrompt.showing(page -> {});
    assertThatThrownBy(() -> prompt.withTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    OAuthCredentials credentials =
        environment.credentials().clock(clock).maxWait(forEver).retryCooldown(forEver).build();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
          .hasMessageContaining("access_denied");
    }
    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void limitsStepUps() {
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));

    int renewals = 0;
    while (renewals < 100
        && credentials.renew(
            refusal(
                403,
                "error=\"insufficient_scope\", scope=\"s" + renewals + "\"",
                sentBy(credentials)))) {
      renewals++;
    }

    assertThat(renewals).isEqualTo(10);
    clock.pass(Duration.ofMinutes(11));
    String later = "error=\"insufficient_scope\", scope=\"later\"";
    assertThat(credentials.renew(refusal(403, later, sentBy(credentials)))).isTrue();
  }

  @Test
  void newAuthorizationServerRequiresNewAuthorization() {
    try (FakeHttpServer second = new FakeHttpServer()) {
      McpClient client = environment.client(credentials());
      client.listTools();
      second
          .json(
              "/.well-known/oauth-authorization-server",
              Json.write(OAuthTestEnvironment.metadataOf(second, Map.of())))
          .json("/register", "{\"client_id\":\"second\",\"client_secret\":\"s\"}")
          .page("/token", request -> FakeHttpServer.Reply.json(environment.token(null)));
      environment.mcp.json(
          "/.well-known/oauth-protected-resource/mcp",
          Json.write(
              Map.of(
                  "resource",
                  environment.mcpUrl(),
                  "authorization_servers",
                  List.of(second.url()))));
      environment.accepted.clear();

      client.listTools();

      assertThat(environment.page(1)).containsEntry("client_id", "second");
      assertThat(refreshes()).isEmpty();
      assertThat(second.requests())
          .noneMatch(request -> request.toString().contains("dynamic"))
          .noneMatch(request -> request.toString().contains(OAuthTestEnvironment.SECRET + "-1"));
    }
  }

  @Test
  void clientIsBoundToIssuer() {
    OAuthCredentials credentials =
        OAuthCredentials.builder(environment.mcpUrl())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .client(
                ClientRegistration.of("id", OAuthTestEnvironment.SECRET)
                    .at("https://auth.example.com"))
            .build();

    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("another issuer");
    assertThat(environment.auth.requests("/token")).isEmpty();
  }

  @Test
  void usesClientCredentialsGrant() {
    OAuthCredentials credentials =
        OAuthCredentials.builder(environment.mcpUrl())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .client(ClientRegistration.of("id", "x").at(environment.issuer()))
            .build();

    assertThat(environment.client(credentials).listTools()).isEmpty();

    assertThat(environment.auth.requests("/token").get(0).form())
        .containsEntry("grant_type", "client_credentials")
        .containsEntry("resource", environment.mcpUrl())
        .containsEntry("scope", "a b");
  }

  @Test
  void retriesAfterServerError() {
    OAuthCredentials credentials =
        OAuthCredentials.builder(environment.mcpUrl())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .client(ClientRegistration.of("id", "x").at(environment.issuer()))
            .build();
    environment.tokens = request -> FakeHttpServer.Reply.status(502);
    assertThatThrownBy(() -> environment.client(credentials).listTools())
        .hasMessageContaining("502");
    environment.tokens = request -> FakeHttpServer.Reply.json(environment.token(null));

    assertThat(environment.client(credentials).listTools()).isEmpty();
  }

  @Test
  void usesStoredTokenAfterRestart() {
    TokenStore store = TokenStore.inMemory();
    ClientRegistration client = ClientRegistration.of("id", "x").at(environment.issuer());
    environment
        .client(environment.credentials().client(client).tokenStore(store).build())
        .listTools();

    environment
        .client(environment.credentials().client(client).tokenStore(store).build())
        .listTools();

    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.issued).hasValue(1);
  }

  @Test
  void signOutRevokesToken() {
    AtomicReference<String> revoked = new AtomicReference<>();
    environment.auth.page(
        "/revoke",
        request -> {
          revoked.set(request.form().get("token"));
          return FakeHttpServer.Reply.status(200);
        });
    OAuthCredentials credentials = credentials();
    credentials.renew(refusal(401, "", null));

    credentials.signOut();

    assertThat(credentials.headersFor(request())).isEmpty();
    assertThat(revoked).hasValue("refresh-" + OAuthTestEnvironment.SECRET + "-1");
  }
}
