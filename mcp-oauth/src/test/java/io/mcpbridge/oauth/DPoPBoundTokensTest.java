package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.token.DPoPKey;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.FileTokenStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DPoP-bound tokens (RFC 9449): the key is stored and shared with the token. */
class DPoPBoundTokensTest {

  private static final Map<String, Object> ANNOUNCED =
      Map.of("dpop_signing_alg_values_supported", List.of("ES256"));

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final DPoPResourceServer binding =
      new DPoPResourceServer(environment, Map.of("expires_in", 600));
  private final MutableClock clock = new MutableClock();
  private final TokenStore tokens = TokenStore.inMemory();

  @AfterEach
  void close() {
    environment.close();
  }

  private OAuthCredentials run(TokenStore store) {
    return environment.credentials().tokenStore(store).clock(clock).build();
  }

  private List<FakeHttpServer.Request> refreshes() {
    return environment.auth.requests("/token").stream()
        .filter(request -> request.form().get("grant_type").equals("refresh_token"))
        .toList();
  }

  private static boolean refuse(OAuthCredentials credentials) {
    return credentials.renew(new Challenge(401, List.of("DPoP"), null, null));
  }

  private Map<String, String> sentBy(OAuthCredentials credentials) {
    return credentials.headersFor(
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]));
  }

  /**
   * The refresh token of a public client is bound, too; a wrong key would cost the user's
   * permission.
   */
  @Test
  void sharesKeyThroughTokenStore() {
    OAuthCredentials first = run(tokens);
    OAuthCredentials second = run(tokens);

    assertThat(environment.client(first).listTools()).isEmpty();
    assertThat(environment.client(second).listTools()).isEmpty();

    assertThat(refreshes()).isEmpty();
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();
    assertThat(environment.client(second).listTools()).isEmpty();
    assertThat(environment.client(first).listTools()).isEmpty();
    assertThat(refreshes()).hasSize(1);
    assertThat(environment.prompts).hasSize(1);
    assertThat(binding.issuedKeys).hasSize(2).containsOnly(binding.issuedKeys.get(0));
  }

  @Test
  void keepsKeyAcrossRestarts(@TempDir Path folder) {
    Path file = folder.resolve("tokens.json");
    assertThat(environment.client(run(FileTokenStore.of(file))).listTools()).isEmpty();
    assertThat(environment.client(run(FileTokenStore.of(file))).listTools()).isEmpty();
    assertThat(refreshes()).isEmpty();
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();

    assertThat(environment.client(run(FileTokenStore.of(file))).listTools()).isEmpty();

    assertThat(refreshes()).hasSize(1);
    assertThat(environment.prompts).hasSize(1);
    assertThat(binding.issuedKeys).hasSize(2).containsOnly(binding.issuedKeys.get(0));
  }

  @Test
  void createsKeyPerLogin() {
    for (String user : List.of("ann", "bob")) {
      OAuthCredentials credentials = environment.credentials().principal(() -> user).build();
      assertThat(environment.client(credentials).listTools()).isEmpty();
      credentials.signOut();
      assertThat(environment.client(credentials).listTools()).isEmpty();
    }

    assertThat(binding.issuedKeys).hasSize(4).doesNotHaveDuplicates();
  }

  /** Of a version that did not store the key, or a store that omits it. */
  @Test
  void ignoresStoredTokenWithoutKey() {
    refuse(run(tokens));
    TokenKey key = environment.tokenKey("application");
    OAuthToken token = tokens.find(key);
    Secrets.add(Stream.of(token.dpopKey().replaceAll(".*\"d\":\"([^\"]+)\".*", "$1")));
    OAuthToken withoutKey =
        new OAuthToken(
            token.accessToken(),
            token.type(),
            token.refreshToken(),
            token.expires(),
            token.requested(),
            token.granted(),
            null);
    tokens.save(key, withoutKey);
    environment.userResponse = pending -> "error=access_denied&state=" + pending.state();

    assertThatThrownBy(() -> refuse(run(tokens))).hasMessageContaining("access_denied");

    assertThat(tokens.find(key)).isEqualTo(withoutKey);
    assertThat(refreshes()).isEmpty();
    assertThat(token.toString() + DPoPKey.of(token.dpopKey())).doesNotContain("\"d\"");
  }

  @Test
  void doesNotRefreshTokenWithoutKey() {
    OAuthCredentials credentials = run(tokens);
    refuse(credentials);
    TokenKey key = environment.tokenKey("application");
    tokens.save(key, new OAuthToken("x", "DPoP", "r", null, Set.of(), Set.of(), "{}"));
    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(credentials)).isEmpty();

    assertThat(refreshes()).isEmpty();
    assertThat(tokens.find(key).accessToken()).isEqualTo("x");
  }

  /** RFC 9449, section 10: without the key, the code is worthless. */
  @Test
  void bindsAuthorizationCodeIfDPoPIsSupported() {
    refuse(run(TokenStore.inMemory()));
    assertThat(environment.page(0)).doesNotContainKey("dpop_jkt");

    environment.metadata(ANNOUNCED);
    refuse(run(TokenStore.inMemory()));

    assertThat(environment.page(1)).containsEntry("dpop_jkt", binding.issuedKeys.get(1));
  }

  /** Another instance than the one that redirected the user gets the token. */
  @Test
  void completesAuthorizationOnOtherInstanceWithKey() {
    environment.metadata(ANNOUNCED);
    AuthorizationStore pages = AuthorizationStore.inMemory();
    Supplier<OAuthCredentials> instance =
        () ->
            OAuthCredentials.builder(environment.mcpUrl())
                .urlPolicy(UrlPolicy.defaults().allowLoopback())
                .redirectUri("https://app.example.com/mcp/callback")
                .principal(() -> "ann")
                .tokenStore(tokens)
                .authorizationStore(pages)
                .build();
    OAuthCredentials redirecting = instance.get();
    URI page =
        catchThrowableOfType(AuthorizationRequiredException.class, () -> refuse(redirecting)).url();
    Map<String, String> parameters = FakeHttpServer.parameters(page.getRawQuery());

    instance.get().complete("code=c&state=" + parameters.get("state"));

    assertThat(binding.issuedKeys).containsExactly(parameters.get("dpop_jkt"));
    assertThat(pages.toString() + page).doesNotContain("\"d\"");
    assertThat(environment.client(redirecting).listTools()).isEmpty();
  }

  /** RFC 9449, section 8.2: a successful response may carry the nonce for the next request, too. */
  @Test
  void usesLatestNonceOfTokenEndpoint() {
    AtomicInteger nonces = new AtomicInteger(1);
    Function<FakeHttpServer.Request, FakeHttpServer.Reply> binding = environment.tokens;
    environment.tokens =
        request -> {
          boolean good =
              ("n" + nonces.get()).equals(DPoPResourceServer.claims(request).getClaim("nonce"));
          FakeHttpServer.Reply reply =
              good
                  ? binding.apply(request)
                  : new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"use_dpop_nonce\"}");
          String next = "n" + (good ? nonces.incrementAndGet() : nonces.get());
          return new FakeHttpServer.Reply(reply.status(), Map.of("DPoP-Nonce", next), reply.body());
        };
    OAuthCredentials credentials = run(tokens);
    refuse(credentials);
    assertThat(environment.auth.requests("/token")).hasSize(2);

    clock.pass(Duration.ofMinutes(10));
    assertThat(sentBy(credentials)).isNotEmpty();

    assertThat(refreshes()).hasSize(1);
    assertThat(environment.issued).hasValue(2);
  }

  @Test
  void bindsClientCredentialsToken() {
    for (int instance = 0; instance < 2; instance++) {
      OAuthCredentials credentials =
          OAuthCredentials.builder(environment.mcpUrl())
              .urlPolicy(UrlPolicy.defaults().allowLoopback())
              .client(ClientRegistration.of("desk", "secret").at(environment.issuer()))
              .tokenStore(tokens)
              .build();
      assertThat(environment.client(credentials).listTools()).isEmpty();
    }

    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  /** So that the identity provider can bind the assertion to the token's key, too. */
  @Test
  void usesOneKeyForAssertionAndToken() {
    String jwt = "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl";
    try (FakeHttpServer idp = new FakeHttpServer()) {
      idp.json("/exchange", Json.write(Map.of("access_token", jwt, "token_type", "N_A")));
      OAuthCredentials credentials =
          OAuthCredentials.builder(environment.mcpUrl())
              .urlPolicy(UrlPolicy.defaults().allowLoopback())
              .client(ClientRegistration.of("desk", "secret").at(environment.issuer()))
              .principal(() -> "ann")
              .identityProvider(
                  new IdentityProvider(
                      idp.uri("/exchange"), ClientRegistration.of("at-idp"), () -> jwt))
              .build();

      assertThat(environment.client(credentials).listTools()).isEmpty();

      assertThat(binding.issuedKeys)
          .containsExactly(DPoPResourceServer.thumbprint(idp.requests().get(0)));
    }
  }
}
