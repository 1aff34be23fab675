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

  Desk desk(String door, ClientRegistration client, Decision decision) {
    return desk(door, decision, credentials -> credentials.client(client));
  }

  Desk desk(String door, Decision decision, UnaryOperator<OAuthCredentialsBuilder> more) {
    return desk(door, decision, new Kept(), more);
  }

  private Desk desk(
      String door, Decision decision, Kept kept, UnaryOperator<OAuthCredentialsBuilder> more) {
    Desk desk = Desk.of(servers.door(door), person(), user, decision, kept, more);
    open.add(desk);
    return desk;
  }

  private Desk agreeing() {
    return desk("opaque", registered, Decision.AGREE);
  }

  /** The application after a restart, with its stored tokens. */
  private Desk started(Kept kept) {
    return desk("opaque", Decision.AGREE, kept, credentials -> credentials.client(registered));
  }

  @Test
  void promptsUserOnce() {
    int forms = person().forms();
    Desk desk = agreeing();

    assertThat(desk.whoami()).isEqualTo(user);
    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(desk.lastVisit().text()).contains("You can close this window.");
    assertThat(desk.visits()).isEqualTo(1);
    assertThat(person().forms() - forms).as("to log in, and to decide").isEqualTo(2);
    assertThat(tokenRequests())
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.door("opaque") + " -> 200");
    assertThat(desk.kept().token().granted()).containsExactly("tools");
  }

  @Test
  void aNoIsANo() {
    Desk desk = desk("opaque", registered, Decision.REFUSE);

    OAuthException refused = catchThrowableOfType(OAuthException.class, desk::whoami);
    OAuthException again = catchThrowableOfType(OAuthException.class, desk::whoami);

    assertThat(refused.error()).isEqualTo("access_denied");
    assertThat(again).hasMessageContaining("no new attempt before");
    assertThat(desk.lastVisit().text()).contains("You can close this window.");
    assertThat(desk.visits()).isEqualTo(1);
    assertThat(tokenRequests()).isEmpty();
  }

  @Test
  void acceptsAuthorizationResponseOnce() {
    Desk desk = agreeing();
    desk.whoami();
    URI back = desk.lastVisit().uri();
    assertThat(back.getPath()).isEqualTo("/callback");

    assertThat(person().visit(back, user, Decision.AGREE).text()).isEqualTo(Person.UNREACHABLE);

    assertThat(desk.whoami()).isEqualTo(user);
    assertThat(tokenRequests()).hasSize(1);
  }

  @Test
  void refreshesRejectedTokenWithoutPrompt() {
    Desk before = agreeing();
    before.whoami();
    OAuthToken first = before.kept().token();
    servers.endAccessTokensOf(user);

    Desk desk = started(before.kept());
    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(desk.visits()).isZero();
    assertThat(tokenRequests()).hasSize(2).last().isEqualTo(refresh());
    assertThat(desk.kept().token().refreshToken()).isNotEqualTo(first.refreshToken());
  }

  @Test
  void refreshesExpiredTokenBeforeUse() {
    Desk before = agreeing();
    before.whoami();

    Desk desk = started(before.kept().later());
    assertThat(desk.whoami()).isEqualTo(user);
    Desk next = started(desk.kept().later());
    assertThat(next.whoami()).as("with the refresh token that came meanwhile").isEqualTo(user);

    assertThat(desk.visits() + next.visits()).isZero();
    assertThat(tokenRequests()).hasSize(3).last().isEqualTo(refresh());
  }

  private String refresh() {
    return "token grant_type=refresh_token resource=" + servers.door("opaque") + " -> 200";
  }

  @Test
  void promptsAgainAfterRevocation() {
    Desk before = agreeing();
    before.whoami();
    int forms = person().forms();
    servers.endAllTokensOf(user);

    Desk desk = started(before.kept());
    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(desk.visits()).isEqualTo(1);
    desk.lastVisit();
    assertThat(person().forms()).as("still logged in, and agreed before").isEqualTo(forms);
    assertThat(tokenRequests()).hasSize(3).element(1).asString().endsWith("-> 400");
  }

  @Test
  void stepUpKeepsGrantedScopes() {
    Desk desk = agreeing();
    desk.whoami();

    assertThat(desk.call("orders")).isEqualTo("orders of " + user);
    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(desk.visits()).isEqualTo(2);
    assertThat(desk.kept().token().granted()).containsExactlyInAnyOrder("tools", "orders");
    assertThat(requests().stream().filter(line -> line.contains("scope=tools+orders")))
        .isNotEmpty();
  }

  @Test
  void forbiddenWithoutRequiredScopeFailsCall() {
    Desk desk = agreeing();
    desk.whoami();

    McpException refused = catchThrowableOfType(McpException.class, () -> desk.call("archive"));

    assertThat(refused).hasMessageContaining("403");
    assertThat(desk.visits()).isEqualTo(1);
    assertThat(desk.whoami()).isEqualTo(user);
  }

  @Test
  void promptsAgainAfterSignOut() {
    Desk desk = agreeing();
    desk.whoami();
    OAuthToken token = desk.kept().token();

    desk.credentials().signOut();

    assertThat(requests()).last().isEqualTo("revoke -> 200");
    assertThat(desk.kept().isEmpty()).isTrue();
    assertThat(statusWith(token)).as("the token is revoked").isEqualTo(401);
    assertThat(desk.whoami()).isEqualTo(user);
    assertThat(desk.visits()).isEqualTo(2);
  }

  private int statusWith(OAuthToken token) {
    return Web.send(
            "POST",
            URI.create(servers.door("opaque")),
            "{}",
            "Content-Type",
            "application/json",
            "Authorization",
            "Bearer " + token.accessToken())
        .status();
  }

  @Test
  void aPublicClientHasNoRefreshTokenAndAsksAgain() {
    Desk desk = desk("jwt", KIOSK, Decision.AGREE);
    assertThat(desk.whoami()).isEqualTo(user);
    assertThat(desk.kept().token().refreshToken()).isNull();

    OAuthException told =
        catchThrowableOfType(OAuthException.class, () -> desk.credentials().signOut());

    assertThat(told).hasMessageContaining("revocation endpoint").hasMessageContaining("40");
    assertThat(desk.whoami()).isEqualTo(user);
    assertThat(desk.visits()).isEqualTo(2);
  }

  @Test
  void registersClientDynamically() {
    Desk desk = desk("jwt", Decision.AGREE, credentials -> credentials);

    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(requests()).first().isEqualTo("register -> 201");
    assertThat(tokenRequests())
        .containsExactly(
            "token grant_type=authorization_code resource=" + servers.root() + " -> 200");
  }

  @Test
  void bindsTokenToDPoPKeyIfRequired() {
    Desk desk = desk("bound", KIOSK, Decision.AGREE);

    assertThat(desk.whoami()).isEqualTo(user);

    assertThat(desk.kept().token().type()).isEqualTo("DPoP");
    assertThat(tokenRequests()).last().asString().contains(" proof ");
  }

  @Test
  void authorizesWebUsersInTheirOwnBrowsers() {
    try (WebDesk web = new WebDesk(servers.door("opaque"), registered)) {
      Person.Page desk = person().visit(web.start(user), user, Decision.AGREE);
      assertThat(desk.text()).contains("The server calls you " + user);

      URI back = web.callbacks().get(0);
      assertThat(person().visit(back, user, Decision.AGREE).text())
          .as("good for one use")
          .contains("it was dropped");

      person().forget();
      String other = user + "-other";
      assertThat(person().visit(web.start(other), other, Decision.REFUSE).text())
          .contains("access_denied");
      assertThat(person().visit(web.start(other), other, Decision.AGREE).text())
          .contains("The server calls you " + other);
      assertThat(tokenRequests()).hasSize(2);
    }
  }
}
