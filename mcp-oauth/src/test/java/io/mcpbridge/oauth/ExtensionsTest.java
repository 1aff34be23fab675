package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.IdentityProvider;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants without a user, and DPoP-bound tokens. */
class ExtensionsTest {

  private static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();

  @AfterEach
  void close() {
    environment.close();
  }

  private OAuthCredentialsBuilder withoutPrompt() {
    return OAuthCredentials.builder(environment.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback());
  }

  private static String jwt(String subject) {
    try {
      SignedJWT jwt =
          new SignedJWT(
              new JWSHeader(JWSAlgorithm.HS256),
              new JWTClaimsSet.Builder().subject(subject).build());
      jwt.sign(new MACSigner(new byte[32]));
      return jwt.serialize();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A server that names its own authorization server must not receive credentials. */
  @Test
  void requiresIssuerForTransferableCredentials() {
    OAuthCredentialsBuilder person = environment.credentials();
    OAuthCredentialsBuilder platform =
        OAuthCredentials.builder(environment.mcpUrl())
            .workloadIdentity(() -> OAuthTestEnvironment.SECRET);

    assertThatThrownBy(
            person.client(ClientRegistration.of("desk", OAuthTestEnvironment.SECRET))::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("\"desk\"", "at(issuer)", "atFirstIssuer()")
        .hasMessageNotContaining(OAuthTestEnvironment.SECRET);
    assertThatThrownBy(platform.client(ClientRegistration.of("desk"))::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("at(issuer)");
    environment.credentials().client(ClientRegistration.of("desk")).build();
  }

  @Test
  void sendsSecretOnlyToFirstIssuer() {
    try (FakeHttpServer second = new FakeHttpServer()) {
      OAuthCredentials credentials =
          withoutPrompt().client(ClientRegistration.of("desk", "x").atFirstIssuer()).build();
      assertThat(environment.client(credentials).listTools()).isEmpty();
      assertNotShown(credentials, second);
    }
  }

  private void assertNotShown(OAuthCredentials credentials, FakeHttpServer second) {
    second.json(
        "/.well-known/oauth-authorization-server",
        Json.write(OAuthTestEnvironment.metadataOf(second, Map.of())));
    environment.trusts(second.url());
    environment.accepted.clear();

    assertThatThrownBy(environment.client(credentials)::listTools)
        .hasMessageContaining("is not registered");

    assertThat(second.requests("/token")).isEmpty();
  }

  /** The metadata is missing only during a deployment, so the client is not bound to the issuer. */
  @Test
  void doesNotBindClientToDefaultIssuer() {
    MutableClock clock = new MutableClock();
    OAuthCredentials credentials =
        withoutPrompt()
            .client(ClientRegistration.of("desk", "x").atFirstIssuer())
            .clock(clock)
            .build();
    environment.mcp.removePage("/.well-known/oauth-protected-resource/mcp");
    assertThatThrownBy(environment.client(credentials)::listTools)
        .isInstanceOf(OAuthException.class);
    assertThat(environment.mcp.requests("/token")).hasSize(1);

    environment.trusts(environment.issuer());
    clock.pass(Duration.ofMinutes(10));

    assertThat(environment.client(credentials).listTools()).isEmpty();
  }

  /** A sign-out only looks for stored tokens. */
  @Test
  void doesNotBindClientToIssuerAtSignOut() {
    try (FakeHttpServer first = new FakeHttpServer()) {
      first.json(
          "/.well-known/oauth-authorization-server",
          Json.write(OAuthTestEnvironment.metadataOf(first, Map.of())));
      environment.trusts(first.url());
      OAuthCredentials credentials =
          withoutPrompt().client(ClientRegistration.of("desk", "x").atFirstIssuer()).build();
      credentials.signOut();

      environment.trusts(environment.issuer());

      assertThat(environment.client(credentials).listTools()).isEmpty();
    }
  }

  @Test
  void bindsClientToIssuerOfStoredToken() {
    TokenStore store = TokenStore.inMemory();
    ClientRegistration client = ClientRegistration.of("desk", "x").atFirstIssuer();
    OAuthCredentials before = withoutPrompt().client(client).tokenStore(store).build();
    assertThat(environment.client(before).listTools()).isEmpty();
    try (FakeHttpServer second = new FakeHttpServer()) {
      OAuthCredentials credentials = withoutPrompt().client(client).tokenStore(store).build();
      assertThat(environment.client(credentials).listTools()).isEmpty();
      assertNotShown(credentials, second);
    }
  }

  @Test
  void usesWorkloadIdentity() {
    OAuthCredentials credentials =
        withoutPrompt()
            .client(ClientRegistration.of("workload").at(environment.issuer()))
            .workloadIdentity(() -> jwt("pod"))
            .build();

    assertThat(environment.client(credentials).listTools()).isEmpty();

    assertThat(environment.auth.requests("/token").get(0).form())
        .containsEntry("grant_type", JWT_BEARER)
        .containsEntry("assertion", jwt("pod"))
        .containsEntry("client_id", "workload")
        .containsEntry("resource", environment.mcpUrl());
  }

  @Test
  void doesNotResendRejectedAssertion() {
    environment.tokens =
        request -> new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
    OAuthCredentials credentials =
        withoutPrompt()
            .client(ClientRegistration.of("workload").at(environment.issuer()))
            .workloadIdentity(() -> jwt(OAuthTestEnvironment.SECRET))
            .build();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> environment.client(credentials).listTools())
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("invalid_grant");
    }

    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  /** A gateway may not know OAuth; repeated attempts could lock the account. */
  @ParameterizedTest
  @ValueSource(
      strings = {"401", "403", "404", "200", "200 {\"access_token\":\"x\",\"token_type\":\"mac\"}"})
  void treatsRejectionWithoutErrorCodeAsRejection(String answer) {
    String[] parts = answer.split(" ", 2);
    String body = parts.length == 1 ? "" : parts[1];
    environment.tokens =
        request -> new FakeHttpServer.Reply(Integer.parseInt(parts[0]), Map.of(), body);
    OAuthCredentials credentials =
        withoutPrompt().client(ClientRegistration.of("id", "x").at(environment.issuer())).build();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> environment.client(credentials).listTools())
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("the token endpoint of localhost");
    }

    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  private IdentityProvider identityProvider(FakeHttpServer idp, Supplier<String> idToken) {
    return new IdentityProvider(idp.uri("/exchange"), ClientRegistration.of("at-idp"), idToken);
  }

  @Test
  void usesIdentityAssertionOfIdentityProvider() {
    try (FakeHttpServer idp = new FakeHttpServer()) {
      idp.json(
          "/exchange",
          Json.write(
              Map.of(
                  "access_token", jwt("jag"), "issued_token_type", ID_JAG, "token_type", "N_A")));
      OAuthCredentials credentials =
          withoutPrompt()
              .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
              .principal(() -> "ann")
              .identityProvider(identityProvider(idp, () -> jwt("ann")))
              .build();

      assertThat(environment.client(credentials).listTools()).isEmpty();

      assertThat(idp.requests().get(0).form())
          .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
          .containsEntry("requested_token_type", ID_JAG)
          .containsEntry("subject_token", jwt("ann"))
          .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:id_token")
          .containsEntry("audience", environment.auth.url())
          .containsEntry("resource", environment.mcpUrl())
          .containsEntry("client_id", "at-idp");
      FakeHttpServer.Request second = environment.auth.requests("/token").get(0);
      assertThat(second.header("Authorization")).startsWith("Basic ");
      assertThat(second.form())
          .containsEntry("grant_type", JWT_BEARER)
          .containsEntry("assertion", jwt("jag"))
          .containsEntry("resource", environment.mcpUrl());
    }
  }

  @Test
  void resolvesUserOnCallingThread() {
    ThreadLocal<String> signedOn = new ThreadLocal<>();
    signedOn.set("ann");
    try (FakeHttpServer idp = new FakeHttpServer()) {
      idp.json("/exchange", Json.write(Map.of("access_token", jwt("jag"), "token_type", "N_A")));
      OAuthCredentials credentials =
          withoutPrompt()
              .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
              .principal(signedOn::get)
              .identityProvider(identityProvider(idp, () -> jwt(signedOn.get())))
              .build();

      assertThat(environment.client(credentials).listTools()).isEmpty();

      assertThat(idp.requests().get(0).form()).containsEntry("subject_token", jwt("ann"));
    }
  }

  /** It moves, and the user signs in again every few minutes. */
  @Test
  void detectsNewAuthorizationServerAfterRejection() {
    AtomicReference<String> idToken = new AtomicReference<>(jwt("first"));
    environment.tokens =
        request -> new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_request\"}");
    try (FakeHttpServer idp = new FakeHttpServer();
        FakeHttpServer second = new FakeHttpServer()) {
      idp.json("/exchange", Json.write(Map.of("access_token", jwt("jag"), "token_type", "N_A")));
      second
          .json(
              "/.well-known/oauth-authorization-server",
              Json.write(OAuthTestEnvironment.metadataOf(second, Map.of())))
          .page("/token", request -> FakeHttpServer.Reply.json(environment.token(null)));
      OAuthCredentials credentials =
          withoutPrompt()
              .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
              .client(ClientRegistration.of("at-as", "secret").at(second.url()))
              .principal(() -> "ann")
              .identityProvider(identityProvider(idp, idToken::get))
              .build();
      assertThatThrownBy(environment.client(credentials)::listTools)
          .hasMessageContaining("invalid_request");
      environment.mcp.json(
          "/.well-known/oauth-protected-resource/mcp",
          Json.write(
              Map.of(
                  "resource",
                  environment.mcpUrl(),
                  "authorization_servers",
                  List.of(second.url()))));

      idToken.set(jwt("second"));

      assertThat(environment.client(credentials).listTools()).isEmpty();
      assertThat(environment.auth.requests("/token")).hasSize(1);
    }
  }

  /** An expired ID token is refused once; a new sign-in ends the pause. */
  @Test
  void retriesAfterNewSignIn() {
    AtomicReference<String> idToken = new AtomicReference<>(jwt("ended"));
    try (FakeHttpServer idp = new FakeHttpServer()) {
      idp.page(
          "/exchange",
          request ->
              request.form().get("subject_token").equals(jwt("ended"))
                  ? new FakeHttpServer.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}")
                  : FakeHttpServer.Reply.json(
                      Json.write(Map.of("access_token", jwt("jag"), "token_type", "N_A"))));
      OAuthCredentials credentials =
          withoutPrompt()
              .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
              .principal(() -> "ann")
              .identityProvider(identityProvider(idp, idToken::get))
              .build();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> environment.client(credentials).listTools())
            .hasMessageContaining("invalid_grant");
      }
      assertThat(idp.requests()).as("the same one is not shown again").hasSize(1);

      idToken.set(jwt("new"));

      assertThat(environment.client(credentials).listTools()).isEmpty();
    }
  }

  @Test
  void reportsMissingUser() {
    try (FakeHttpServer idp = new FakeHttpServer()) {
      OAuthCredentials credentials =
          withoutPrompt()
              .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
              .principal(() -> "ann")
              .identityProvider(identityProvider(idp, () -> null))
              .build();

      assertThatThrownBy(() -> environment.client(credentials).listTools())
          .hasMessageContaining("no user is signed in");
      assertThat(idp.requests()).isEmpty();
    }
  }

  @Test
  void rejectsSeveralGrants() {
    OAuthCredentialsBuilder builder = environment.credentials().workloadIdentity(() -> jwt("pod"));

    assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> withoutPrompt().build()).isInstanceOf(IllegalStateException.class);
  }

  /** The first user's token would be sent for all users. */
  @Test
  void requiresUserSupplierForUserGrants() {
    OAuthCredentialsBuilder company =
        withoutPrompt()
            .client(ClientRegistration.of("at-as", "secret").at(environment.issuer()))
            .identityProvider(identityProvider(environment.auth, () -> jwt("ann")));
    OAuthCredentialsBuilder web = withoutPrompt().redirectUri("https://app.example.com/callback");

    for (OAuthCredentialsBuilder builder : List.of(company, web)) {
      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("principal");
      builder.principal(() -> "me").build();
    }
  }

  private static Challenge dpop(String parameters, String nonce, String refused) {
    return new Challenge(401, List.of("DPoP " + parameters), nonce, refused);
  }

  @Test
  void sendsFreshDPoPProofPerRequest() throws Exception {
    environment.tokens =
        request -> {
          boolean proven = request.header("DPoP") != null;
          boolean withNonce = proven && claims(request.header("DPoP")).getClaim("nonce") != null;
          return withNonce
              ? FakeHttpServer.Reply.json(environment.token(Map.of("token_type", "DPoP")))
              : new FakeHttpServer.Reply(
                  400, Map.of("DPoP-Nonce", "as-nonce"), "{\"error\":\"use_dpop_nonce\"}");
        };
    OAuthCredentials credentials = environment.credentials().build();
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl() + "?q=1"), new byte[0]);

    assertThat(credentials.renew(dpop("", null, null))).isTrue();

    Map<String, String> first = credentials.headersFor(request);
    assertThat(first.get("Authorization"))
        .isEqualTo("DPoP access-" + OAuthTestEnvironment.SECRET + "-1");
    JWTClaimsSet claims = claims(first.get("DPoP"));
    assertThat(claims.getStringClaim("htm")).isEqualTo("POST");
    assertThat(claims.getStringClaim("htu")).isEqualTo(environment.mcpUrl());
    assertThat(claims.getStringClaim("ath")).isNotBlank();
    assertThat(claims.getClaim("nonce")).isNull();
    JWTClaimsSet atToken = claims(environment.auth.requests("/token").get(1).header("DPoP"));
    assertThat(atToken.getStringClaim("nonce")).isEqualTo("as-nonce");
    assertThat(atToken.getStringClaim("htu")).isEqualTo(environment.auth.url() + "/token");
    assertThat(key(first.get("DPoP")))
        .isEqualTo(key(environment.auth.requests("/token").get(1).header("DPoP")));

    String refused = first.get("Authorization");
    assertThat(credentials.renew(dpop("error=\"use_dpop_nonce\"", "rs-nonce", refused))).isTrue();
    JWTClaimsSet second = claims(credentials.headersFor(request).get("DPoP"));
    assertThat(second.getStringClaim("nonce")).isEqualTo("rs-nonce");
    assertThat(second.getJWTID()).isNotEqualTo(claims.getJWTID());
    assertThat(credentials.renew(dpop("error=\"use_dpop_nonce\"", null, refused))).isFalse();
    assertThat(environment.prompts).hasSize(1);
  }

  /** RFC 9449, section 7.1: a server may accept both schemes, with a challenge for each. */
  @Test
  void readsChallengeOfTokenScheme() {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("token_type", "DPoP")));
    OAuthCredentials credentials = environment.credentials().build();
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
    credentials.renew(dpop("", null, null));
    String refused = credentials.headersFor(request).get("Authorization");
    int requestCount = environment.auth.requests().size();

    for (List<String> challenges :
        List.of(
            List.of("Bearer realm=\"x\", DPoP error=\"use_dpop_nonce\""),
            List.of("Bearer error=\"invalid_token\"", "DPoP error=\"use_dpop_nonce\""))) {
      assertThat(credentials.renew(new Challenge(401, challenges, "n", refused))).isTrue();
    }

    assertThat(claims(credentials.headersFor(request).get("DPoP")).getClaim("nonce"))
        .isEqualTo("n");
    assertThat(environment.auth.requests()).hasSize(requestCount);
    List<String> stepUpChallenges =
        List.of("Bearer error=\"insufficient_scope\", scope=\"w\"", "DPoP algs=\"ES256\"");
    assertThat(credentials.renew(new Challenge(403, stepUpChallenges, null, refused))).isTrue();
    assertThat(environment.page(1).get("scope")).as("said in the other challenge").contains("w");
    assertThat(credentials.headersFor(request)).as("still bound").containsKey("DPoP");
  }

  /** A nonce belongs to a DPoP proof, which a bearer token does not have. */
  @Test
  void ignoresNonceForBearerToken() {
    OAuthCredentials credentials = environment.credentials().build();
    credentials.renew(new Challenge(401, List.of("Bearer"), null, null));
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
    String refused = credentials.headersFor(request).get("Authorization");
    List<String> challenges = List.of("Bearer", "DPoP error=\"use_dpop_nonce\"");

    assertThatThrownBy(() -> credentials.renew(new Challenge(401, challenges, "n", refused)))
        .hasMessageContaining("just issued");
  }

  /** RFC 9728, section 2: Spring Security announces it there, and challenges with Bearer. */
  @Test
  void requestsBoundTokenIfMetadataRequiresIt() {
    environment.mcp.json(
        "/.well-known/oauth-protected-resource/mcp",
        Json.write(
            Map.of(
                "resource", environment.mcpUrl(),
                "authorization_servers", List.of(environment.issuer()),
                "dpop_bound_access_tokens_required", true)));
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("token_type", "DPoP")));
    OAuthCredentials credentials = environment.credentials().build();

    assertThat(credentials.renew(new Challenge(401, List.of("Bearer"), null, null))).isTrue();

    assertThat(environment.auth.requests("/token").get(0).header("DPoP")).isNotNull();
    assertThat(
            credentials.headersFor(
                new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0])))
        .containsKey("DPoP");
  }

  /** Optional in RFC 7521, section 4.2; Spring Authorization Server requires it. */
  @Test
  void sendsClientIdWithClientAssertion() throws Exception {
    PrivateKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
    OAuthCredentials credentials =
        withoutPrompt().client(ClientRegistration.of("signer", key, "ES256", null)).build();

    assertThat(environment.client(credentials).listTools()).isEmpty();
    credentials.signOut();

    for (String endpoint : List.of("/token", "/revoke")) {
      assertThat(environment.auth.requests(endpoint).get(0).form())
          .containsEntry("client_id", "signer")
          .containsKey("client_assertion");
    }
  }

  @Test
  void rejectsUnboundToken() {
    OAuthCredentials credentials = environment.credentials().build();

    assertThatThrownBy(() -> credentials.renew(dpop("", null, null)))
        .hasMessageContaining("type that was not requested");
  }

  private static JWTClaimsSet claims(String proof) {
    try {
      return SignedJWT.parse(proof).getJWTClaimsSet();
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object key(String proof) throws Exception {
    return SignedJWT.parse(proof).getHeader().getJWK();
  }
}
