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

  private final World world = new World();
  private final HandClock clock = new HandClock();

  @AfterEach
  void close() {
    world.close();
  }

  private OAuthCredentialsBuilder inItsOwnName() {
    return OAuthCredentials.builder(world.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .clock(clock);
  }

  private String sentBy(OAuthCredentials credentials) {
    OutgoingRequest request = new OutgoingRequest("POST", URI.create(world.mcpUrl()), new byte[0]);
    return credentials.headersFor(request).get("Authorization");
  }

  private static Challenge refusal(int status, String challenge, String refused) {
    return new Challenge(status, List.of("Bearer " + challenge), null, refused);
  }

  /** Probes both protocol eras, then initializes a session, listens and terminates it. */
  @Test
  void everyRequestHasTheTokenInItsHead() {
    world.mcp.page("/mcp", this::session);

    try (McpClient client =
        McpClient.builder(
                StreamableHttpTransport.builder(world.mcp.at("/mcp"))
                    .credentials(world.credentials().build())
                    .build())
            .build()) {
      assertThat(client.listTools()).isEmpty();
    }

    List<Site.Asked> asked = world.mcp.asked("/mcp");
    assertThat(asked.get(0).header("Authorization")).isNull();
    assertThat(asked.get(0).body()).as("which era it is").contains("server/discover");
    assertThat(asked.subList(1, asked.size()))
        .allSatisfy(
            request -> {
              assertThat(request.header("Authorization"))
                  .isEqualTo("Bearer access-" + World.SECRET + "-1");
              assertThat(request.target()).hasToString("/mcp");
              assertThat(request.body()).doesNotContain(World.SECRET);
            })
        .extracting(Site.Asked::method)
        .contains("POST", "GET", "DELETE");
    assertThat(world.asked).hasSize(1);
  }

  private Site.Reply session(Site.Asked request) {
    if (request.header("Authorization") == null) {
      return new Site.Reply(401, Map.of("WWW-Authenticate", "bearer"), "");
    }
    if (!request.method().equals("POST")) {
      return Site.Reply.status(request.method().equals("GET") ? 405 : 200);
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
        ? Site.Reply.status(202)
        : new Site.Reply(
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
  void aTokenLastsAsLongAsItIsSaidOrUntilItIsRefused(String said, boolean renewed) {
    world.tokens =
        request -> Site.Reply.json(world.token(null).replace("}", ",\"expires_in\":" + said + "}"));
    OAuthCredentials credentials = world.credentials().clock(clock).build();
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
  void aTokenThatIsNoneIsRefusedAndNotKept(String member, String token) {
    TokenStore store = TokenStore.inMemory();
    world.tokens =
        request ->
            Site.Reply.json(
                member.equals("access_token")
                    ? "{\"token_type\":\"bearer\",\"access_token\":\"" + token + "\"}"
                    : world
                        .token(null)
                        .replaceAll("refresh-[^\"]*", Matcher.quoteReplacement(token)));
    OAuthCredentials credentials = world.credentials().tokenStore(store).build();

    assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
        .isInstanceOf(OAuthException.class)
        .hasMessageContainingAll("the token endpoint of localhost", member);
    assertThat(store.find(world.tokenKey("application"))).isNull();
    assertThat(sentBy(credentials)).isNull();
  }

  /** The content decides, not the media type: some gateways send all of it as HTML. */
  @Test
  void aTokenInAnAnswerOfAnotherMediaTypeIsTaken() {
    world.tokens =
        request -> new Site.Reply(200, Map.of("Content-Type", "text/html"), world.token(null));
    OAuthCredentials credentials = world.credentials().build();

    assertThat(credentials.renew(refusal(401, "", null))).isTrue();

    assertThat(sentBy(credentials)).endsWith("-1");
  }

  /** RFC 6749, section 3.3: the authorization server decides, and reports the granted scope. */
  @Test
  void aTokenThatMayMoreThanWasAskedForIsTakenForWhatItMay() {
    world.tokens = request -> Site.Reply.json(world.token(Map.of("scope", "a b admin")));
    TokenStore store = TokenStore.inMemory();
    OAuthCredentials credentials = world.credentials().tokenStore(store).build();

    assertThat(credentials.renew(refusal(401, "", null))).isTrue();

    OAuthToken kept = store.find(world.tokenKey("application"));
    assertThat(kept.requested()).containsExactly("a", "b");
    assertThat(kept.granted()).containsExactly("a", "b", "admin");
  }

  /** The old refresh token may be invalid already. */
  @Test
  void whatCannotBeKeptIsNotUsed() {
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
    world.tokens = request -> Site.Reply.json(world.token(Map.of("expires_in", 600)));
    OAuthCredentials credentials = world.credentials().clock(clock).tokenStore(store).build();
    McpClient client = world.client(credentials);
    client.listTools();
    full.set(true);
    clock.pass(Duration.ofMinutes(10));
    world.accepted.clear();

    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");

    assertThat(world.issued).hasValue(2);
    assertThat(world.mcp.asked("/mcp"))
        .noneMatch(request -> String.valueOf(request.header("Authorization")).endsWith("-2"));
  }

  /** The granted scopes count, not the requested ones. */
  @Test
  void whatWasNotGivenTheFirstTimeIsAskedForWhenItIsNeeded() {
    world.tokens = request -> Site.Reply.json(world.token(Map.of("scope", "a")));
    OAuthCredentials credentials = world.credentials().build();
    credentials.renew(refusal(401, "", null));
    assertThat(world.page(0)).containsEntry("scope", "a b");

    assertThat(
            credentials.renew(
                refusal(403, "error=\"insufficient_scope\", scope=\"b\"", sentBy(credentials))))
        .isTrue();

    assertThat(world.page(1)).containsEntry("scope", "a b");
  }

  /** Some servers send a 401; the client credentials grant supports step-up, too. */
  @ParameterizedTest
  @CsvSource({"401", "403"})
  void whoAsksInItsOwnNameAsksForMore(int status) {
    OAuthCredentials credentials =
        inItsOwnName().client(ClientRegistration.of("id", "x").at(world.issuer())).build();
    credentials.renew(refusal(401, "scope=\"a\"", null));

    assertThat(
            credentials.renew(
                refusal(status, "error=\"insufficient_scope\", scope=\"w\"", sentBy(credentials))))
        .isTrue();

    assertThat(world.auth.asked("/token"))
        .extracting(request -> request.form().get("scope"))
        .containsExactly("a", "a w");
  }

  /**
   * RFC 7523, section 3, and its update: the audience is the issuer, so it is useless elsewhere.
   */
  @Test
  void aSignedAssertionIsForTheIssuerAndForOneRequest() throws Exception {
    PrivateKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
    OAuthCredentials credentials =
        inItsOwnName().client(ClientRegistration.of("signer", key, "ES256", "k1")).build();
    credentials.renew(refusal(401, "", null));
    clock.pass(Duration.ofMinutes(10));
    credentials.renew(refusal(401, "", sentBy(credentials)));

    List<Site.Asked> asked = world.auth.asked("/token");
    assertThat(asked.get(0).form())
        .containsEntry("grant_type", "client_credentials")
        .containsEntry("resource", world.mcpUrl())
        .containsEntry(
            "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    assertThat(asked.get(0).header("Authorization")).isNull();
    JWTClaimsSet claims = assertion(asked.get(0));
    assertThat(claims.getIssuer()).isEqualTo("signer");
    assertThat(claims.getSubject()).isEqualTo("signer");
    assertThat(claims.getAudience()).containsExactly(world.issuer());
    assertThat(claims.getExpirationTime()).isInTheFuture();
    assertThat(claims.getJWTID()).isNotBlank().isNotEqualTo(assertion(asked.get(1)).getJWTID());
  }

  private static JWTClaimsSet assertion(Site.Asked request) throws Exception {
    return SignedJWT.parse(request.form().get("client_assertion")).getJWTClaimsSet();
  }

  @Test
  void anIdentityProvidersTokenOfAnotherTypeIsNotShownAround() {
    try (Site idp = new Site()) {
      idp.json(
          "/exchange",
          Json.write(
              Map.of(
                  "access_token", World.SECRET,
                  "issued_token_type", "urn:ietf:params:oauth:token-type:access_token",
                  "token_type", "Bearer")));
      OAuthCredentials credentials =
          inItsOwnName()
              .client(ClientRegistration.of("id", "x").at(world.issuer()))
              .principal(() -> "ann")
              .identityProvider(
                  new IdentityProvider(
                      idp.at("/exchange"), ClientRegistration.of("at-idp"), () -> "id-token"))
              .build();

      assertThatThrownBy(() -> credentials.renew(refusal(401, "", null)))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("another type")
          .hasMessageNotContaining(World.SECRET);
      assertThat(world.auth.asked("/token")).isEmpty();
    }
  }
}
