package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Token requests, requests with a token, and token responses. */
class TokenRequestsTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();

  @AfterEach
  void close() {
    environment.close();
  }

  private OAuthCredentialsBuilder clientCredentials() {
    return OAuthCredentials.builder(environment.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .clock(clock);
  }

  private String sentBy(OAuthCredentials credentials) {
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
    return credentials.headersFor(request).get("Authorization");
  }

  private static Challenge refusal(int status, String challenge, String refused) {
    return new Challenge(status, List.of("Bearer " + challenge), null, refused);
  }

  /** Probes both protocol eras, then initializes a session, listens and terminates it. */
  @Test
  void sendsTokenInEveryRequest() {
    environment.mcp.page("/mcp", this::session);

    try (McpClient client =
        McpClient.of(
            StreamableHttpTransport.builder(environment.mcp.uri("/mcp"))
                .credentials(environment.credentials().build())
                .build())) {
      assertThat(client.listTools()).isEmpty();
    }

    List<FakeHttpServer.Request> requests = environment.mcp.requests("/mcp");
    assertThat(requests.get(0).header("Authorization")).isNull();
    assertThat(requests.get(0).body()).as("which era it is").contains("server/discover");
    assertThat(requests.subList(1, requests.size()))
        .allSatisfy(
            request -> {
              assertThat(request.header("Authorization"))
                  .isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
              assertThat(request.target()).hasToString("/mcp");
              assertThat(request.body()).doesNotContain(OAuthTestEnvironment.SECRET);
            })
        .extracting(FakeHttpServer.Request::method)
        .contains("POST", "GET", "DELETE");
    assertThat(environment.prompts).hasSize(1);
  }

  private FakeHttpServer.Reply session(FakeHttpServer.Request request) {
    if (request.header("Authorization") == null) {
      return new FakeHttpServer.Reply(401, Map.of("WWW-Authenticate", "bearer"), "");
    }
    if (!request.method().equals("POST")) {
      return FakeHttpServer.Reply.status(request.method().equals("GET") ? 405 : 200);
    }
    JsonObject message = JsonObject.of(Json.readObject(request.body()));
    Object id = message.get("id");
    String answer =
        switch (message.string("method", "")) {
          case "initialize" ->
              "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
          case "tools/list" -> "\"result\":{\"tools\":[]}";
          default -> "\"error\":{\"code\":-32601,\"message\":\"unknown\"}";
        };
    return id == null
        ? FakeHttpServer.Reply.status(202)
        : new FakeHttpServer.Reply(
            200,
            Map.of("Content-Type", "application/json", "Mcp-Session-Id", "one"),
            "{\"jsonrpc\":\"2.0\",\"id\":" + Json.write(id) + "," + answer + "}");
  }

  /** RFC 6749, section 5.1; some servers send the number as a string. */
  @ParameterizedTest
  @CsvSource({
    "600, true",
    "'\"600\"', true",
    "0, false",
    "'\"0\"', false",
    "-1, false",
    "null, false",
    "'\"soon\"', false"
  })
  void honorsExpiresIn(String expiresIn, boolean renewed) {
    environment.tokens =
        request ->
            FakeHttpServer.Reply.json(
                environment.token(null).replace("}", ",\"expires_in\":" + expiresIn + "}"));
    OAuthCredentials credentials = environment.credentials().clock(clock).build();
    credentials.renew(refusal(401, "", null));
    assertThat(sentBy(credentials)).endsWith("-1");

    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(credentials)).endsWith(renewed ? "-2" : "-1");
  }

  /** RFC 6749, appendix A.12 and A.17, and RFC 6750, section 2.1: not valid in a header. */
  @ParameterizedTest
  @CsvSource({
    "access_token, a\\nb",
    "access_token, a\\u0000b",
    "access_token, a\\u007fb",
    "access_token, a b",
    "access_token, b\\u00e4r",
    "access_token, a\\ud800",
    "refresh_token, a\\nb",
    "refresh_token, a\\ud800",
  })
  void rejectsInvalidTokenSyntax(String member, String token) {
    TokenStore store = TokenStore.inMemory();
    environment.tokens =
        request ->
            FakeHttpServer.Reply.json(
                member.equals("access_token")
                    ? "{\"token_type\":\"bearer\",\"access_token\":\"" + token + "\"}"
                    : environment
                        .token(null)
                        .replaceAll("refresh-[^\"]*", Matcher.quoteReplacement(token)));
    OAuthCredentials credentials = environment.credentials().tokenStore(store).build();

    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("the token endpoint of localhost", member);
    assertThat(store.find(environment.tokenKey("application"))).isNull();
    assertThat(sentBy(credentials)).isNull();
  }

  /** Servers would reject the header of each later request. */
  @Test
  void rejectsHugeToken() {
    TokenStore store = TokenStore.inMemory();
    String token = "s3cret".repeat(150_000);
    environment.tokens =
        request ->
            FakeHttpServer.Reply.json(
                "{\"token_type\":\"bearer\",\"access_token\":\"" + token + "\"}");
    OAuthCredentials credentials = environment.credentials().tokenStore(store).build();

    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .isInstanceOf(OAuthException.class)
        .hasMessage(
            "the token endpoint of localhost returned access_token of 900000 characters; it is not"
                + " used");
    assertThat(store.find(environment.tokenKey("application"))).isNull();
  }

  /** The content decides, not the media type: some gateways send all of it as HTML. */
  @Test
  void acceptsTokenResponseOfOtherMediaType() {
    environment.tokens =
        request ->
            new FakeHttpServer.Reply(
                200, Map.of("Content-Type", "text/html"), environment.token(null));
    OAuthCredentials credentials = environment.credentials().build();

    assertThat(credentials.renew(refusal(401, "", null))).isTrue();

    assertThat(sentBy(credentials)).endsWith("-1");
  }

  /** RFC 6749, section 3.3: the authorization server decides, and reports the granted scope. */
  @Test
  void usesGrantedScopes() {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("scope", "a b admin")));
    TokenStore store = TokenStore.inMemory();
    OAuthCredentials credentials = environment.credentials().tokenStore(store).build();

    assertThat(credentials.renew(refusal(401, "", null))).isTrue();

    OAuthToken stored = store.find(environment.tokenKey("application"));
    assertThat(stored.requested()).containsExactly("a", "b");
    assertThat(stored.granted()).containsExactly("a", "b", "admin");
  }

  /** The old refresh token may be invalid already. */
  @Test
  void doesNotUseUnsavedToken() {
    AtomicBoolean full = new AtomicBoolean();
    TokenStore memory = TokenStore.inMemory();
    TokenStore store =
        (TokenStore)
            Proxy.newProxyInstance(
                TokenStore.class.getClassLoader(),
                new Class<?>[] {TokenStore.class},
                (proxy, method, arguments) -> {
                  if (full.get() && method.getName().equals("save")) {
                    throw new IllegalStateException("the disk is full");
                  }
                  return method.invoke(memory, arguments);
                });
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    OAuthCredentials credentials = environment.credentials().clock(clock).tokenStore(store).build();
    McpClient client = environment.client(credentials);
    client.listTools();
    full.set(true);
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();

    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");

    assertThat(environment.issued).hasValue(2);
    assertThat(environment.mcp.requests("/mcp"))
        .noneMatch(request -> String.valueOf(request.header("Authorization")).endsWith("-2"));
  }

  /** The granted scopes count, not the requested ones. */
  @Test
  void stepsUpForScopesThatWereNotGranted() {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("scope", "a")));
    OAuthCredentials credentials = environment.credentials().build();
    credentials.renew(refusal(401, "", null));
    assertThat(environment.page(0)).containsEntry("scope", "a b");

    assertThat(
            credentials.renew(
                refusal(403, "error=\"insufficient_scope\", scope=\"b\"", sentBy(credentials))))
        .isTrue();

    assertThat(environment.page(1)).containsEntry("scope", "a b");
  }

  /** Some servers send a 401; the client credentials grant supports step-up, too. */
  @ParameterizedTest
  @CsvSource({"401", "403"})
  void stepsUpWithClientCredentials(int status) {
    OAuthCredentials credentials =
        clientCredentials()
            .client(ClientRegistration.of("id", "x").at(environment.issuer()))
            .build();
    credentials.renew(refusal(401, "scope=\"a\"", null));

    assertThat(
            credentials.renew(
                refusal(status, "error=\"insufficient_scope\", scope=\"w\"", sentBy(credentials))))
        .isTrue();

    assertThat(environment.auth.requests("/token"))
        .extracting(request -> request.form().get("scope"))
        .containsExactly("a", "a w");
  }

  /**
   * RFC 7523, section 3, and its update: the audience is the issuer, so it is useless elsewhere.
   */
  @Test
  void clientAssertionHasIssuerAudienceAndUniqueId() throws Exception {
    PrivateKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
    OAuthCredentials credentials =
        clientCredentials().client(ClientRegistration.of("signer", key, "ES256", "k1")).build();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofMinutes(10));
    credentials.renew(refusal(401, "", sentBy(credentials)));

    List<FakeHttpServer.Request> requests = environment.auth.requests("/token");
    assertThat(requests.get(0).form())
        .containsEntry("grant_type", "client_credentials")
        .containsEntry("resource", environment.mcpUrl())
        .containsEntry(
            "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    assertThat(requests.get(0).header("Authorization")).isNull();
    JWTClaimsSet claims = assertion(requests.get(0));
    assertThat(claims.getIssuer()).isEqualTo("signer");
    assertThat(claims.getSubject()).isEqualTo("signer");
    assertThat(claims.getAudience()).containsExactly(environment.issuer());
    assertThat(claims.getExpirationTime()).isInTheFuture();
    assertThat(claims.getJWTID()).isNotBlank().isNotEqualTo(assertion(requests.get(1)).getJWTID());
  }

  private static JWTClaimsSet assertion(FakeHttpServer.Request request) throws Exception {
    return SignedJWT.parse(request.form().get("client_assertion")).getJWTClaimsSet();
  }

  @Test
  void rejectsOtherIssuedTokenType() {
    try (FakeHttpServer idp = new FakeHttpServer()) {
      idp.json(
          "/exchange",
          Json.write(
              Map.of(
                  "access_token", OAuthTestEnvironment.SECRET,
                  "issued_token_type", "urn:ietf:params:oauth:token-type:access_token",
                  "token_type", "Bearer")));
      OAuthCredentials credentials =
          clientCredentials()
              .client(ClientRegistration.of("id", "x").at(environment.issuer()))
              .principal(() -> "ann")
              .identityProvider(
                  new IdentityProvider(
                      idp.uri("/exchange"), ClientRegistration.of("at-idp"), () -> "id-token"))
              .build();

      assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("type that was not requested")
          .hasMessageNotContaining(OAuthTestEnvironment.SECRET);
      assertThat(environment.auth.requests("/token")).isEmpty();
    }
  }
}
