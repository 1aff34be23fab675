package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.PendingAuthorization;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shared stores: for the next run, and for other instances. */
class SharedStoresTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");
  private final TokenStore tokens = TokenStore.inMemory();
  private final AuthorizationStore authorizations = AuthorizationStore.inMemory();

  @AfterEach
  void close() {
    environment.close();
  }

  /** One run of a single-user tool. */
  private OAuthCredentials run() {
    return environment.credentials().tokenStore(tokens).clock(clock).build();
  }

  private OAuthCredentials run(Supplier<String> principal) {
    return environment.credentials().tokenStore(tokens).clock(clock).principal(principal).build();
  }

  /** One instance of a web application. */
  private OAuthCredentials instance() {
    return instance("https://app.example.com/mcp/callback");
  }

  private OAuthCredentials instance(String redirectUri) {
    return OAuthCredentials.builder(environment.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .redirectUri(redirectUri)
        .principal(user::get)
        .tokenStore(tokens)
        .authorizationStore(authorizations)
        .clock(clock)
        .build();
  }

  private static boolean refuse(OAuthCredentials credentials, String refused) {
    return credentials.renew(new Challenge(401, List.of("Bearer"), null, refused));
  }

  private String sentBy(OAuthCredentials credentials) {
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
    return credentials.headersFor(request).get("Authorization");
  }

  private static Map<String, String> page(OAuthCredentials instance) {
    URI page =
        catchThrowableOfType(AuthorizationRequiredException.class, () -> refuse(instance, null))
            .url();
    return FakeHttpServer.parameters(page.getRawQuery());
  }

  private long refreshes() {
    return environment.auth.requests("/token").stream()
        .filter(request -> request.form().get("grant_type").equals("refresh_token"))
        .count();
  }

  @Test
  void sharesClientAndTokenWithOtherInstance() {
    environment.client(run()).listTools();

    environment.client(run()).listTools();

    assertThat(environment.auth.requests("/register")).hasSize(1);
    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.issued).hasValue(1);
  }

  /** A refusal in this run; then permission given in another run ends the pause. */
  @Test
  void tokenOfOtherInstanceEndsBackoff() {
    OAuthCredentials first = run();
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    assertThatThrownBy(() -> refuse(first, null)).hasMessageContaining("access_denied");
    environment.userResponse =
        pending -> "code=code-" + OAuthTestEnvironment.SECRET + "&state=" + pending.state();
    refuse(run(), null);
    int metadata = environment.mcp.requests("/.well-known/oauth-protected-resource/mcp").size();

    assertThat(refuse(first, null)).isTrue();

    assertThat(sentBy(first)).isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
    assertThat(environment.prompts).hasSize(2);
    assertThat(environment.mcp.requests("/.well-known/oauth-protected-resource/mcp"))
        .as("nothing is asked for in a pause")
        .hasSize(metadata);
  }

  @Test
  void registersAgainAfterSecretExpiry() {
    long end = clock.instant().plusSeconds(3600).getEpochSecond();
    environment.auth.json(
        "/register",
        "{\"client_id\":\"dynamic\",\"client_secret\":\"x\",\"client_secret_expires_at\":"
            + end
            + "}");
    refuse(run(), null);
    clock.pass(Duration.ofMinutes(59));
    refuse(run(), null);
    assertThat(environment.auth.requests("/register")).hasSize(1);

    clock.pass(Duration.ofMinutes(1));
    OAuthCredentials later = run();
    refuse(later, null);

    assertThat(environment.auth.requests("/register")).hasSize(2);
    assertThat(sentBy(later)).isNotNull();
  }

  @Test
  void registersAgainAfterInvalidClient() {
    OAuthCredentials first = run();
    refuse(first, null);
    clock.pass(Duration.ofMinutes(10));
    environment.tokens =
        request ->
            request.form().get("grant_type").equals("refresh_token")
                ? new FakeHttpServer.Reply(401, Map.of(), "{\"error\":\"invalid_client\"}")
                : FakeHttpServer.Reply.json(environment.token(null));

    refuse(first, sentBy(first));

    assertThat(environment.auth.requests("/register")).hasSize(2);
  }

  @Test
  void registersAgainForOtherRedirectUri() {
    Map<String, String> first = page(instance());
    Map<String, String> second = page(instance());
    assertThat(environment.auth.requests("/register")).hasSize(1);
    assertThat(first.get("state")).isNotEqualTo(second.get("state"));

    page(instance("https://app.example.com/other"));

    assertThat(environment.auth.requests("/register")).hasSize(2);
    assertThat(environment.auth.requests("/register").get(1).body())
        .contains("app.example.com/other");
  }

  @Test
  void completesAuthorizationOnOtherInstance() {
    OAuthCredentials first = instance();
    OAuthCredentials second = instance();
    Map<String, String> page = page(first);
    String answer = "code=c&state=" + page.get("state");

    user.set("mallory");
    assertThatThrownBy(() -> second.complete(answer)).hasMessageContaining("not match");
    user.set("ann");
    second.complete(answer);

    assertThatThrownBy(() -> first.complete(answer)).hasMessageContaining("not match");
    assertThat(refuse(first, null)).as("what the other instance got is there for all").isTrue();
    assertThat(sentBy(first)).isEqualTo(sentBy(second));
    assertThat(environment.auth.requests("/token")).hasSize(1);
    assertThat(environment.auth.requests("/token").get(0).form())
        .containsEntry("client_id", page.get("client_id"))
        .containsEntry("resource", page.get("resource"))
        .containsEntry("redirect_uri", page.get("redirect_uri"))
        .containsKey("code_verifier");
  }

  @Test
  void dropsPageCompletedOnOtherInstance() {
    OAuthCredentials credentials = instance();
    String state = page(credentials).get("state");
    assertThat(page(credentials)).containsEntry("state", state);
    assertThatThrownBy(() -> instance().complete("error=access_denied&state=" + state))
        .hasMessageContaining("access_denied");

    assertThat(page(credentials).get("state")).isNotEqualTo(state);
  }

  @Test
  void rejectsLateResponseAndResponseForOtherServer() {
    OAuthCredentials credentials = instance();
    String state = page(credentials).get("state");
    OAuthCredentials otherServer =
        OAuthCredentials.builder("https://other.example.com/mcp")
            .redirectUri("https://app.example.com/mcp/callback")
            .principal(user::get)
            .authorizationStore(authorizations)
            .clock(clock)
            .build();
    assertThatThrownBy(() -> otherServer.complete("code=c&state=" + state))
        .hasMessageContaining("not match");
    assertThat(authorizations.find(state)).isNotNull();

    clock.pass(Duration.ofMinutes(10));

    assertThatThrownBy(() -> credentials.complete("code=c&state=" + state))
        .hasMessageContaining("too late");
    assertThat(environment.auth.requests("/token")).isEmpty();
  }

  @Test
  void doesNotSendCodeToOtherAuthorizationServer() {
    try (FakeHttpServer second = new FakeHttpServer()) {
      OAuthCredentials credentials = instance();
      String state = page(credentials).get("state");
      second.json(
          "/.well-known/oauth-authorization-server",
          Json.write(OAuthTestEnvironment.metadataOf(second, Map.of())));
      environment.mcp.json(
          "/.well-known/oauth-protected-resource/mcp",
          Json.write(
              Map.of(
                  "resource",
                  environment.mcpUrl(),
                  "authorization_servers",
                  List.of(second.url()))));

      instance().complete("code=c&state=" + state);

      assertThat(environment.auth.requests("/token")).hasSize(1);
      assertThat(second.requests()).isEmpty();
    }
  }

  @Test
  void usesTokenRefreshedByOtherInstance() {
    OAuthCredentials first = run();
    OAuthCredentials second = run();
    refuse(first, null);
    refuse(second, null);
    String old = sentBy(first);
    assertThat(sentBy(second)).isEqualTo(old);
    clock.pass(Duration.ofMinutes(10));

    assertThat(refuse(first, old)).isTrue();
    assertThat(refuse(second, old)).isTrue();

    assertThat(sentBy(second)).isEqualTo(sentBy(first)).isNotEqualTo(old);
    assertThat(refreshes()).isEqualTo(1);
    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void usesTokenRefreshedEarlyByOtherInstance() {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    OAuthCredentials first = run();
    OAuthCredentials second = run();
    refuse(first, null);
    refuse(second, null);
    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(first)).isEqualTo(sentBy(second)).endsWith("-2");
    assertThat(refreshes()).isEqualTo(1);
  }

  /** A store without a lock: this refresh is refused, and the other run has the token. */
  @Test
  void readsStoreAgainAfterInvalidGrant() {
    OAuthCredentials credentials = run();
    refuse(credentials, null);
    String old = sentBy(credentials);
    clock.pass(Duration.ofMinutes(10));
    TokenKey key = environment.tokenKey("application");
    environment.tokens =
        request -> {
          environment.accepted.add("other");
          tokens.save(key, new OAuthToken("other", "Bearer", "r", null, Set.of(), Set.of(), null));
          return new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
        };

    assertThat(refuse(credentials, old)).isTrue();

    assertThat(sentBy(credentials)).isEqualTo("Bearer other");
    assertThat(environment.prompts).hasSize(1);
  }

  /**
   * Another instance gets permission, possibly for more, while this one refreshes the old token.
   */
  @Test
  void refreshDoesNotReplaceTokenOfNewLogin() {
    OAuthCredentials credentials = run();
    refuse(credentials, null);
    String old = sentBy(credentials);
    clock.pass(Duration.ofMinutes(10));
    OAuthToken login = new OAuthToken("more", "Bearer", "r", null, Set.of("w"), Set.of("w"), null);
    environment.tokens =
        request -> {
          tokens.save(environment.tokenKey("application"), login);
          return FakeHttpServer.Reply.json(environment.token(null));
        };

    assertThat(refuse(credentials, old)).isTrue();

    assertThat(sentBy(credentials)).isEqualTo("Bearer more");
    assertThat(tokens.find(environment.tokenKey("application"))).isEqualTo(login);
  }

  @Test
  void refreshDoesNotUndoSignOut() {
    OAuthCredentials credentials = run();
    refuse(credentials, null);
    String old = sentBy(credentials);
    clock.pass(Duration.ofMinutes(10));
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();
    environment.tokens =
        request -> {
          tokens.remove(environment.tokenKey("application"));
          return FakeHttpServer.Reply.json(environment.token(null));
        };

    assertThatThrownBy(() -> refuse(credentials, old)).hasMessageContaining("access_denied");

    assertThat(sentBy(credentials)).isNull();
    assertThat(tokens.find(environment.tokenKey("application"))).isNull();
  }

  @Test
  void storesTokenOfLoginUnderLock() {
    List<String> calls = new CopyOnWriteArrayList<>();
    TokenStore store =
        (TokenStore)
            Proxy.newProxyInstance(
                TokenStore.class.getClassLoader(),
                new Class<?>[] {TokenStore.class},
                (proxy, method, arguments) -> {
                  boolean exclusive = method.getName().equals("exclusively");
                  if (exclusive || arguments[0] instanceof TokenKey) {
                    calls.add(method.getName());
                  }
                  Object result = method.invoke(tokens, arguments);
                  if (exclusive) {
                    calls.add("done");
                  }
                  return result;
                });

    refuse(environment.credentials().tokenStore(store).clock(clock).build(), null);

    assertThat(calls).endsWith("exclusively", "save", "done");
  }

  @Test
  void signOutRevokesLatestStoredToken() {
    OAuthCredentials first = run();
    OAuthCredentials second = run();
    refuse(first, null);
    refuse(second, null);
    clock.pass(Duration.ofMinutes(10));
    refuse(first, sentBy(first));

    run().signOut();

    assertThat(revokedTokens()).containsExactly("refresh-" + OAuthTestEnvironment.SECRET + "-2");
    refuse(run(), null);
    assertThat(environment.prompts).hasSize(2);
    refuse(first, sentBy(first));
    first.signOut();
    second.signOut();
    assertThat(revokedTokens()).doesNotHaveDuplicates();
  }

  /** Without revocation, the other instances still hold the tokens. */
  @Test
  void signOutOnOtherInstanceHolds() {
    Map<String, Object> metadata = OAuthTestEnvironment.metadataOf(environment.auth, Map.of());
    metadata.remove("revocation_endpoint");
    environment.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    OAuthCredentials first = run();
    OAuthCredentials second = run();
    refuse(first, null);
    refuse(second, null);

    first.signOut();
    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(second)).isNull();
    assertThat(refreshes()).isZero();
    refuse(second, null);
    assertThat(environment.prompts).hasSize(2);
  }

  /** Metadata that only a challenge names cannot be found without one. */
  @Test
  void signOutReportsUndiscoverableToken() {
    String metadata =
        Json.write(
            Map.of(
                "resource",
                environment.mcpUrl(),
                "authorization_servers",
                List.of(environment.issuer())));
    environment
        .mcp
        .removePage("/.well-known/oauth-protected-resource/mcp")
        .json("/custom", metadata);
    String named = "Bearer resource_metadata=\"" + environment.mcp.uri("/custom") + "\"";
    Challenge challenge = new Challenge(401, List.of(named), null, null);
    run(user::get).renew(challenge);
    OAuthCredentials later = run(user::get);

    assertThatThrownBy(later::signOut)
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("localhost", "sign out again");
    user.set("bob");
    later.renew(challenge);
    user.set("ann");
    later.signOut();

    assertThat(revokedTokens()).containsExactly("refresh-" + OAuthTestEnvironment.SECRET + "-1");
    assertThat(tokens.find(environment.tokenKey("ann"))).isNull();
  }

  /** For tenants of one host: permission was given for one of them. */
  @Test
  void serversWithSameResourceHaveSeparateTokens() {
    String metadata =
        Json.write(
            Map.of(
                "resource",
                environment.mcp.url(),
                "authorization_servers",
                List.of(environment.issuer())));
    environment.mcp.json("/.well-known/oauth-protected-resource/mcp", metadata);
    environment.mcp.json("/.well-known/oauth-protected-resource/other", metadata);
    OAuthCredentials first = run();
    OAuthCredentials second =
        OAuthCredentials.builder(environment.mcp.url() + "/other")
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .prompt(environment.prompt())
            .tokenStore(tokens)
            .clock(clock)
            .build();
    refuse(first, null);

    refuse(second, null);

    assertThat(environment.prompts)
        .extracting(PendingAuthorization::server)
        .containsExactly(environment.mcp.uri("/mcp"), environment.mcp.uri("/other"));
    assertThat(sentBy(second)).isNotEqualTo(sentBy(first));
    second.signOut();
    assertThat(revokedTokens()).containsExactly("refresh-" + OAuthTestEnvironment.SECRET + "-2");
    refuse(run(), null);
    assertThat(environment.prompts).as("the other's is still there").hasSize(2);
  }

  private List<String> revokedTokens() {
    return environment.auth.requests("/revoke").stream()
        .map(request -> request.form().get("token"))
        .toList();
  }

  @Test
  void tokensRoundTripAsJson() {
    OAuthToken token =
        new OAuthToken("a", "DPoP", "r", clock.instant().plusNanos(7), Set.of("x"), Set.of(), "{}");
    assertThat(OAuthToken.fromJson(token.toJson())).isEqualTo(token);
    OAuthToken least = new OAuthToken("a", "Bearer", null, null, Set.of(), Set.of("y"), null);
    assertThat(OAuthToken.fromJson(least.toJson())).isEqualTo(least);
    URI back = URI.create("http://127.0.0.1:9/callback");
    StoredRegistration client =
        new StoredRegistration("id", "s", "client_secret_post", clock.instant(), back);
    assertThat(StoredRegistration.fromJson(client.toJson())).isEqualTo(client);
    StoredRegistration open = new StoredRegistration("id", null, null, null, back);
    assertThat(StoredRegistration.fromJson(open.toJson())).isEqualTo(open);
  }

  @Test
  void rejectsInvalidJsonWithoutQuotingIt() {
    for (String text :
        List.of(
            "",
            "s3cret",
            "[]",
            "{\"access_token\":\"s3cret\"}",
            "{\"access_token\":\"a\",\"token_type\":\"b\",\"expires\":\"s3cret\"}",
            "{\"client_id\":\"a\",\"redirect_uri\":\"s3cret s3cret\"}",
            "{\"client_id\":\"a\",\"redirect_uri\":\"a:b\",\"client_secret_expires_at\":1e17}")) {
      assertThatThrownBy(() -> OAuthToken.fromJson(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasNoCause()
          .hasMessageNotContaining("s3cret");
      assertThatThrownBy(() -> StoredRegistration.fromJson(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasNoCause()
          .hasMessageNotContaining("s3cret");
    }
  }
}
