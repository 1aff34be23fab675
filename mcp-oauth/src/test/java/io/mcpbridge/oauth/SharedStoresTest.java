package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.json.Json;
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

  private final World world = new World();
  private final HandClock clock = new HandClock();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");
  private final TokenStore tokens = TokenStore.inMemory();
  private final AuthorizationStore authorizations = AuthorizationStore.inMemory();

  @AfterEach
  void close() {
    world.close();
  }

  /** One run of a single-user tool. */
  private OAuthCredentials run() {
    return world.credentials().tokenStore(tokens).clock(clock).build();
  }

  private OAuthCredentials run(Supplier<String> principal) {
    return world.credentials().tokenStore(tokens).clock(clock).principal(principal).build();
  }

  /** One instance of a web application. */
  private OAuthCredentials instance() {
    return instance("https://app.example.com/mcp/callback");
  }

  private OAuthCredentials instance(String redirectUri) {
    return OAuthCredentials.builder(world.mcpUrl())
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
    OutgoingRequest request = new OutgoingRequest("POST", URI.create(world.mcpUrl()), new byte[0]);
    return credentials.headersFor(request).get("Authorization");
  }

  private static Map<String, String> page(OAuthCredentials instance) {
    URI page =
        catchThrowableOfType(AuthorizationRequiredException.class, () -> refuse(instance, null))
            .url();
    return Site.parameters(page.getRawQuery());
  }

  private long refreshes() {
    return world.auth.asked("/token").stream()
        .filter(request -> request.form().get("grant_type").equals("refresh_token"))
        .count();
  }

  @Test
  void anotherRunIsTheSameClientAndHasTheToken() {
    world.client(run()).listTools();

    world.client(run()).listTools();

    assertThat(world.auth.asked("/register")).hasSize(1);
    assertThat(world.asked).hasSize(1);
    assertThat(world.issued).hasValue(1);
  }

  /** A refusal in this run; then permission given in another run ends the pause. */
  @Test
  void aTokenOfAnotherRunEndsThePause() {
    OAuthCredentials first = run();
    world.person = pending -> "error=access_denied&state=" + pending.state();
    assertThatThrownBy(() -> refuse(first, null)).hasMessageContaining("access_denied");
    world.person = pending -> "code=code-" + World.SECRET + "&state=" + pending.state();
    refuse(run(), null);
    int metadata = world.mcp.asked("/.well-known/oauth-protected-resource/mcp").size();

    assertThat(refuse(first, null)).isTrue();

    assertThat(sentBy(first)).isEqualTo("Bearer access-" + World.SECRET + "-1");
    assertThat(world.asked).hasSize(2);
    assertThat(world.mcp.asked("/.well-known/oauth-protected-resource/mcp"))
        .as("nothing is asked for in a pause")
        .hasSize(metadata);
  }

  @Test
  void aRegistrationWhoseSecretHasEndedIsMadeAnew() {
    long end = clock.instant().plusSeconds(3600).getEpochSecond();
    world.auth.json(
        "/register",
        "{\"client_id\":\"dynamic\",\"client_secret\":\"x\",\"client_secret_expires_at\":"
            + end
            + "}");
    refuse(run(), null);
    clock.pass(Duration.ofMinutes(59));
    refuse(run(), null);
    assertThat(world.auth.asked("/register")).hasSize(1);

    clock.pass(Duration.ofMinutes(1));
    OAuthCredentials later = run();
    refuse(later, null);

    assertThat(world.auth.asked("/register")).hasSize(2);
    assertThat(sentBy(later)).isNotNull();
  }

  @Test
  void aRegistrationThatIsNotKnownAnyMoreIsForgotten() {
    OAuthCredentials first = run();
    refuse(first, null);
    clock.pass(Duration.ofMinutes(10));
    world.tokens =
        request ->
            request.form().get("grant_type").equals("refresh_token")
                ? new Site.Reply(401, Map.of(), "{\"error\":\"invalid_client\"}")
                : Site.Reply.json(world.token(null));

    refuse(first, sentBy(first));

    assertThat(world.auth.asked("/register")).hasSize(2);
  }

  @Test
  void anotherPlaceToComeBackToIsRegistered() {
    Map<String, String> first = page(instance());
    Map<String, String> second = page(instance());
    assertThat(world.auth.asked("/register")).hasSize(1);
    assertThat(first.get("state")).isNotEqualTo(second.get("state"));

    page(instance("https://app.example.com/other"));

    assertThat(world.auth.asked("/register")).hasSize(2);
    assertThat(world.auth.asked("/register").get(1).body()).contains("app.example.com/other");
  }

  @Test
  void aUserComesBackToAnotherInstanceThanSentThem() {
    OAuthCredentials one = instance();
    OAuthCredentials other = instance();
    Map<String, String> page = page(one);
    String answer = "code=c&state=" + page.get("state");

    user.set("mallory");
    assertThatThrownBy(() -> other.complete(answer)).hasMessageContaining("not the answer");
    user.set("ann");
    other.complete(answer);

    assertThatThrownBy(() -> one.complete(answer)).hasMessageContaining("not the answer");
    assertThat(refuse(one, null)).as("what the other instance got is there for all").isTrue();
    assertThat(sentBy(one)).isEqualTo(sentBy(other));
    assertThat(world.auth.asked("/token")).hasSize(1);
    assertThat(world.auth.asked("/token").get(0).form())
        .containsEntry("client_id", page.get("client_id"))
        .containsEntry("resource", page.get("resource"))
        .containsEntry("redirect_uri", page.get("redirect_uri"))
        .containsKey("code_verifier");
  }

  @Test
  void aPageThatWasAnsweredElsewhereIsNotShownAgain() {
    OAuthCredentials one = instance();
    String state = page(one).get("state");
    assertThat(page(one)).containsEntry("state", state);
    assertThatThrownBy(() -> instance().complete("error=access_denied&state=" + state))
        .hasMessageContaining("access_denied");

    assertThat(page(one).get("state")).isNotEqualTo(state);
  }

  @Test
  void whatIsAnsweredTooLateOrForAnotherServerIsDropped() {
    OAuthCredentials one = instance();
    String state = page(one).get("state");
    OAuthCredentials other =
        OAuthCredentials.builder("https://other.example.com/mcp")
            .redirectUri("https://app.example.com/mcp/callback")
            .principal(user::get)
            .authorizationStore(authorizations)
            .clock(clock)
            .build();
    assertThatThrownBy(() -> other.complete("code=c&state=" + state))
        .hasMessageContaining("not the answer");
    assertThat(authorizations.find(state)).isNotNull();

    clock.pass(Duration.ofMinutes(10));

    assertThatThrownBy(() -> one.complete("code=c&state=" + state))
        .hasMessageContaining("too late");
    assertThat(world.auth.asked("/token")).isEmpty();
  }

  @Test
  void whatWasAskedOfOneAuthorizationServerIsNeverTakenToAnother() {
    try (Site second = new Site()) {
      OAuthCredentials one = instance();
      String state = page(one).get("state");
      second.json(
          "/.well-known/oauth-authorization-server",
          Json.write(World.metadataOf(second, Map.of())));
      world.mcp.json(
          "/.well-known/oauth-protected-resource/mcp",
          Json.write(
              Map.of("resource", world.mcpUrl(), "authorization_servers", List.of(second.url()))));

      instance().complete("code=c&state=" + state);

      assertThat(world.auth.asked("/token")).hasSize(1);
      assertThat(second.asked()).isEmpty();
    }
  }

  @Test
  void whatAnotherRunHasRenewedIsUsed() {
    OAuthCredentials one = run();
    OAuthCredentials other = run();
    refuse(one, null);
    refuse(other, null);
    String old = sentBy(one);
    assertThat(sentBy(other)).isEqualTo(old);
    clock.pass(Duration.ofMinutes(10));

    assertThat(refuse(one, old)).isTrue();
    assertThat(refuse(other, old)).isTrue();

    assertThat(sentBy(other)).isEqualTo(sentBy(one)).isNotEqualTo(old);
    assertThat(refreshes()).isEqualTo(1);
    assertThat(world.asked).hasSize(1);
  }

  @Test
  void whatAnotherRunHasRenewedBeforeItsEndIsUsed() {
    world.tokens = request -> Site.Reply.json(world.token(Map.of("expires_in", 600)));
    OAuthCredentials one = run();
    OAuthCredentials other = run();
    refuse(one, null);
    refuse(other, null);
    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(one)).isEqualTo(sentBy(other)).endsWith("-2");
    assertThat(refreshes()).isEqualTo(1);
  }

  /** A store without a lock: this refresh is refused, and the other run has the token. */
  @Test
  void whoComesTooLateLooksOnceMore() {
    OAuthCredentials one = run();
    refuse(one, null);
    String old = sentBy(one);
    clock.pass(Duration.ofMinutes(10));
    TokenKey key = world.tokenKey("application");
    world.tokens =
        request -> {
          world.accepted.add("other");
          tokens.save(key, new OAuthToken("other", "Bearer", "r", null, Set.of(), Set.of(), null));
          return new Site.Reply(400, Map.of(), "{\"error\":\"invalid_grant\"}");
        };

    assertThat(refuse(one, old)).isTrue();

    assertThat(sentBy(one)).isEqualTo("Bearer other");
    assertThat(world.asked).hasSize(1);
  }

  /**
   * Another instance gets permission, possibly for more, while this one refreshes the old token.
   */
  @Test
  void aRenewalDoesNotTakeThePlaceOfALogin() {
    OAuthCredentials one = run();
    refuse(one, null);
    String old = sentBy(one);
    clock.pass(Duration.ofMinutes(10));
    OAuthToken login = new OAuthToken("more", "Bearer", "r", null, Set.of("w"), Set.of("w"), null);
    world.tokens =
        request -> {
          tokens.save(world.tokenKey("application"), login);
          return Site.Reply.json(world.token(null));
        };

    assertThat(refuse(one, old)).isTrue();

    assertThat(sentBy(one)).isEqualTo("Bearer more");
    assertThat(tokens.find(world.tokenKey("application"))).isEqualTo(login);
  }

  @Test
  void whoeverSignsOutMeanwhileIsNotSignedInByARenewal() {
    OAuthCredentials one = run();
    refuse(one, null);
    String old = sentBy(one);
    clock.pass(Duration.ofMinutes(10));
    world.person = pending -> "error=access_denied&state=" + pending.state();
    world.tokens =
        request -> {
          tokens.remove(world.tokenKey("application"));
          return Site.Reply.json(world.token(null));
        };

    assertThatThrownBy(() -> refuse(one, old)).hasMessageContaining("access_denied");

    assertThat(sentBy(one)).isNull();
    assertThat(tokens.find(world.tokenKey("application"))).isNull();
  }

  @Test
  void aLoginIsKeptWhileNobodyElseRenewsTheToken() {
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

    refuse(world.credentials().tokenStore(store).clock(clock).build(), null);

    assertThat(calls).endsWith("exclusively", "save", "done");
  }

  @Test
  void aLaterRunSignsOutWithTheNewestToken() {
    OAuthCredentials one = run();
    OAuthCredentials other = run();
    refuse(one, null);
    refuse(other, null);
    clock.pass(Duration.ofMinutes(10));
    refuse(one, sentBy(one));

    run().signOut();

    assertThat(revoked()).containsExactly("refresh-" + World.SECRET + "-2");
    refuse(run(), null);
    assertThat(world.asked).hasSize(2);
    refuse(one, sentBy(one));
    one.signOut();
    other.signOut();
    assertThat(revoked()).doesNotHaveDuplicates();
  }

  /** Without revocation, the other instances still hold the tokens. */
  @Test
  void whoSignedOutElsewhereIsNotSignedInAgain() {
    Map<String, Object> metadata = World.metadataOf(world.auth, Map.of());
    metadata.remove("revocation_endpoint");
    world.auth.json("/.well-known/oauth-authorization-server", Json.write(metadata));
    world.tokens = request -> Site.Reply.json(world.token(Map.of("expires_in", 600)));
    OAuthCredentials one = run();
    OAuthCredentials other = run();
    refuse(one, null);
    refuse(other, null);

    one.signOut();
    clock.pass(Duration.ofMinutes(10));

    assertThat(sentBy(other)).isNull();
    assertThat(refreshes()).isZero();
    refuse(other, null);
    assertThat(world.asked).hasSize(2);
  }

  /** Metadata that only a challenge names cannot be found without one. */
  @Test
  void aLaterRunSaysSoWhereItCannotFindWhatWasKept() {
    String metadata =
        Json.write(
            Map.of("resource", world.mcpUrl(), "authorization_servers", List.of(world.issuer())));
    world.mcp.without("/.well-known/oauth-protected-resource/mcp").json("/custom", metadata);
    String named = "Bearer resource_metadata=\"" + world.mcp.at("/custom") + "\"";
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

    assertThat(revoked()).containsExactly("refresh-" + World.SECRET + "-1");
    assertThat(tokens.find(world.tokenKey("ann"))).isNull();
  }

  /** For tenants of one host: permission was given for one of them. */
  @Test
  void serversThatNameTheSameParentHaveTokensOfTheirOwn() {
    String metadata =
        Json.write(
            Map.of("resource", world.mcp.url(), "authorization_servers", List.of(world.issuer())));
    world.mcp.json("/.well-known/oauth-protected-resource/mcp", metadata);
    world.mcp.json("/.well-known/oauth-protected-resource/other", metadata);
    OAuthCredentials one = run();
    OAuthCredentials other =
        OAuthCredentials.builder(world.mcp.url() + "/other")
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .prompt(world.prompt())
            .tokenStore(tokens)
            .clock(clock)
            .build();
    refuse(one, null);

    refuse(other, null);

    assertThat(world.asked)
        .extracting(PendingAuthorization::server)
        .containsExactly(world.mcp.at("/mcp"), world.mcp.at("/other"));
    assertThat(sentBy(other)).isNotEqualTo(sentBy(one));
    other.signOut();
    assertThat(revoked()).containsExactly("refresh-" + World.SECRET + "-2");
    refuse(run(), null);
    assertThat(world.asked).as("the other's is still there").hasSize(2);
  }

  private List<String> revoked() {
    return world.auth.asked("/revoke").stream().map(asked -> asked.form().get("token")).toList();
  }

  @Test
  void whatIsWrittenIsReadBack() {
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
  void whatIsSomethingElseIsRefusedWithoutAWordOfIt() {
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
