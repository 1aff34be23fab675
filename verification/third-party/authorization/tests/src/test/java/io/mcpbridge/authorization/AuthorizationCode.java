package io.mcpbridge.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.authorization.Person.Decision;
import io.mcpbridge.error.McpException;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.OAuthToken;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The authorization code grant, with any kind of user. */
abstract class AuthorizationCode {

  private static final AtomicInteger USERS = new AtomicInteger();

  static final ClientRegistration KIOSK = ClientRegistration.of("kiosk").authenticatedBy("none");

  final Servers servers = Servers.running();
  final ClientRegistration registered = servers.client("desk");
  final String user = "ann-" + USERS.incrementAndGet();
  private final int before = servers.requests().size();
  private final List<AutoCloseable> open = new ArrayList<>();

  abstract Person person();

  @BeforeEach
  void nobodyIsLoggedIn() {
    person().forget();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable thing : open) {
      thing.close();
    }
  }

  /** The requests to the authorization server in this test. */
  List<String> requests() {
    List<String> all = servers.requests();
    return all.subList(before, all.size());
  }

  List<String> tokenRequests() {
    return requests().stream().filter(line -> line.startsWith("token ")).toList();
  }

  ClientApp app(String resource, ClientRegistration client, Decision decision) {
    return app(resource, decision, credentials -> credentials.client(client));
  }

  ClientApp app(
      String resource, Decision decision, UnaryOperator<OAuthCredentialsBuilder> customizer) {
    return app(resource, decision, new RecordingTokenStore(), customizer);
  }

  private ClientApp app(
      String resource,
      Decision decision,
      RecordingTokenStore tokenStore,
      UnaryOperator<OAuthCredentialsBuilder> customizer) {
    ClientApp app =
        ClientApp.of(servers.url(resource), person(), user, decision, tokenStore, customizer);
    open.add(app);
    return app;
  }

  private ClientApp agreeingApp() {
    return app("opaque", registered, Decision.AGREE);
  }

  /** The application after a restart, with its stored tokens. */
  private ClientApp restartedApp(RecordingTokenStore tokenStore) {
    return app("opaque", Decision.AGREE, tokenStore, credentials -> credentials.client(registered));
  }

  @Test
  void promptsUserOnce() {
    int forms = person().forms();
    ClientApp app = agreeingApp();

    assertThat(app.whoami()).isEqualTo(user);
    assertThat(app.whoami()).isEqualTo(user);

    assertThat(app.lastVisit().text()).contains("You can close this window.");
    assertThat(app.visits()).isEqualTo(1);
    assertThat(person().forms() - forms).as("to log in, and to decide").isEqualTo(2);
    assertThat(tokenRequests())
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.url("opaque") + " -> 200");
    assertThat(app.tokenStore().token().granted()).containsExactly("tools");
  }

  @Test
  void aNoIsANo() {
    ClientApp app = app("opaque", registered, Decision.REFUSE);

    OAuthException refused = catchThrowableOfType(OAuthException.class, app::whoami);
    OAuthException again = catchThrowableOfType(OAuthException.class, app::whoami);

    assertThat(refused.error()).isEqualTo("access_denied");
    assertThat(again).hasMessageContaining("no new attempt before");
    assertThat(app.lastVisit().text()).contains("You can close this window.");
    assertThat(app.visits()).isEqualTo(1);
    assertThat(tokenRequests()).isEmpty();
  }

  @Test
  void acceptsAuthorizationResponseOnce() {
    ClientApp app = agreeingApp();
    app.whoami();
    URI back = app.lastVisit().uri();
    assertThat(back.getPath()).isEqualTo("/callback");

    assertThat(person().visit(back, user, Decision.AGREE).text()).isEqualTo(Person.UNREACHABLE);

    assertThat(app.whoami()).isEqualTo(user);
    assertThat(tokenRequests()).hasSize(1);
  }

  @Test
  void refreshesRejectedTokenWithoutPrompt() {
    ClientApp before = agreeingApp();
    before.whoami();
    OAuthToken first = before.tokenStore().token();
    servers.endAccessTokensOf(user);

    ClientApp app = restartedApp(before.tokenStore());
    assertThat(app.whoami()).isEqualTo(user);

    assertThat(app.visits()).isZero();
    assertThat(tokenRequests()).hasSize(2).last().isEqualTo(refresh());
    assertThat(app.tokenStore().token().refreshToken()).isNotEqualTo(first.refreshToken());
  }

  @Test
  void refreshesExpiredTokenBeforeUse() {
    ClientApp before = agreeingApp();
    before.whoami();

    ClientApp app = restartedApp(before.tokenStore().expired());
    assertThat(app.whoami()).isEqualTo(user);
    ClientApp next = restartedApp(app.tokenStore().expired());
    assertThat(next.whoami()).as("with the refresh token that came meanwhile").isEqualTo(user);

    assertThat(app.visits() + next.visits()).isZero();
    assertThat(tokenRequests()).hasSize(3).last().isEqualTo(refresh());
  }

  private String refresh() {
    return "token grant_type=refresh_token resource=" + servers.url("opaque") + " -> 200";
  }

  @Test
  void promptsAgainAfterRevocation() {
    ClientApp before = agreeingApp();
    before.whoami();
    int forms = person().forms();
    servers.endAllTokensOf(user);

    ClientApp app = restartedApp(before.tokenStore());
    assertThat(app.whoami()).isEqualTo(user);

    assertThat(app.visits()).isEqualTo(1);
    app.lastVisit();
    assertThat(person().forms()).as("still logged in, and agreed before").isEqualTo(forms);
    assertThat(tokenRequests()).hasSize(3).element(1).asString().endsWith("-> 400");
  }

  @Test
  void stepUpKeepsGrantedScopes() {
    ClientApp app = agreeingApp();
    app.whoami();

    assertThat(app.call("orders")).isEqualTo("orders of " + user);
    assertThat(app.whoami()).isEqualTo(user);

    assertThat(app.visits()).isEqualTo(2);
    assertThat(app.tokenStore().token().granted()).containsExactlyInAnyOrder("tools", "orders");
    assertThat(requests().stream().filter(line -> line.contains("scope=tools+orders")))
        .isNotEmpty();
  }

  @Test
  void forbiddenWithoutRequiredScopeFailsCall() {
    ClientApp app = agreeingApp();
    app.whoami();

    McpException refused = catchThrowableOfType(McpException.class, () -> app.call("archive"));

    assertThat(refused).hasMessageContaining("403");
    assertThat(app.visits()).isEqualTo(1);
    assertThat(app.whoami()).isEqualTo(user);
  }

  @Test
  void promptsAgainAfterSignOut() {
    ClientApp app = agreeingApp();
    app.whoami();
    OAuthToken token = app.tokenStore().token();

    app.credentials().signOut();

    assertThat(requests()).last().isEqualTo("revoke -> 200");
    assertThat(app.tokenStore().isEmpty()).isTrue();
    assertThat(statusWith(token)).as("the token is revoked").isEqualTo(401);
    assertThat(app.whoami()).isEqualTo(user);
    assertThat(app.visits()).isEqualTo(2);
  }

  private int statusWith(OAuthToken token) {
    return Web.send(
            "POST",
            URI.create(servers.url("opaque")),
            "{}",
            "Content-Type",
            "application/json",
            "Authorization",
            "Bearer " + token.accessToken())
        .status();
  }

  @Test
  void aPublicClientHasNoRefreshTokenAndAsksAgain() {
    ClientApp app = app("jwt", KIOSK, Decision.AGREE);
    assertThat(app.whoami()).isEqualTo(user);
    assertThat(app.tokenStore().token().refreshToken()).isNull();

    OAuthException failure =
        catchThrowableOfType(OAuthException.class, () -> app.credentials().signOut());

    assertThat(failure).hasMessageContaining("revocation endpoint").hasMessageContaining("40");
    assertThat(app.whoami()).isEqualTo(user);
    assertThat(app.visits()).isEqualTo(2);
  }

  @Test
  void registersClientDynamically() {
    ClientApp app = app("jwt", Decision.AGREE, credentials -> credentials);

    assertThat(app.whoami()).isEqualTo(user);

    assertThat(requests()).first().isEqualTo("register -> 201");
    assertThat(tokenRequests())
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.root() + " -> 200");
  }

  @Test
  void bindsTokenToDPoPKeyIfRequired() {
    ClientApp app = app("bound", KIOSK, Decision.AGREE);

    assertThat(app.whoami()).isEqualTo(user);

    assertThat(app.tokenStore().token().type()).isEqualTo("DPoP");
    assertThat(tokenRequests()).last().asString().contains(" proof ");
  }

  @Test
  void authorizesWebUsersInTheirOwnBrowsers() {
    try (WebApp web = new WebApp(servers.url("opaque"), registered)) {
      Person.Page page = person().visit(web.start(user), user, Decision.AGREE);
      assertThat(page.text()).contains("The server calls you " + user);

      URI back = web.callbacks().get(0);
      assertThat(person().visit(back, user, Decision.AGREE).text())
          .as("good for one use")
          .contains("it was dropped");

      person().forget();
      String otherUser = user + "-other";
      assertThat(person().visit(web.start(otherUser), otherUser, Decision.REFUSE).text())
          .contains("access_denied");
      assertThat(person().visit(web.start(otherUser), otherUser, Decision.AGREE).text())
          .contains("The server calls you " + otherUser);
      assertThat(tokenRequests()).hasSize(2);
    }
  }
}
