package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.spring.oauth.internal.user.TokenPrincipals;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** Which user's token is used, on which thread and for how long. */
class ServerCredentialsTest {

  private final ProtectedServer server = new ProtectedServer();
  private final AuthorizationEvents events = createEvents();
  private String user;
  private Runnable requestInFlight = () -> {};
  private final TokenPrincipals users = TokenPrincipals.perUser(() -> user, true);
  private final TokenStore store = TokenStore.inMemory();
  private final AuthorizationStore authorizations = AuthorizationStore.inMemory();
  private final ServerCredentials credentials = credentials(users, events);

  private ServerCredentials credentials(TokenPrincipals users, AuthorizationEvents events) {
    return new ServerCredentials(
        "files",
        URI.create(server.url()),
        OAuthCredentials.builder(server.url())
            .urlPolicy(UrlPolicy.defaults().allowLoopback())
            .redirectUri("https://desk.example.com/files")
            .tokenStore(store)
            .authorizationStore(authorizations)
            .principal(() -> principal(users)),
        users,
        events,
        "/authorize/files",
        listed -> {});
  }

  private static AuthorizationEvents createEvents() {
    return new AuthorizationEvents(
        new StaticListableBeanFactory().getBeanProvider(AuthorizationListener.class));
  }

  private String principal(TokenPrincipals users) {
    Runnable request = requestInFlight;
    requestInFlight = () -> {};
    request.run();
    return users.actingTokenOwner();
  }

  @BeforeEach
  void annGivesPermission() {
    server.issuesRefreshTokens = true;
    user = "ann";
    URI url = credentials.beginAuthorization();
    String state = ProtectedServer.form(url.getRawQuery()).get("state");
    credentials.complete("code=code-ann&state=" + state);
  }

  @AfterEach
  void close() {
    credentials.close();
    events.close();
    server.close();
  }

  private Map<String, String> headersFor(String method) {
    String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
    return credentials.headersFor(
        new OutgoingRequest(
            "POST", URI.create(server.url()), body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void stepUpPageStaysUntilCompleted() {
    Challenge insufficientScope =
        new Challenge(
            403,
            List.of("Bearer error=\"insufficient_scope\", scope=\"write\""),
            null,
            headersFor("tools/call").get("Authorization"));
    assertThatThrownBy(() -> credentials.renew(insufficientScope))
        .isInstanceOf(AuthorizationRequiredException.class);

    URI url = credentials.beginAuthorization();

    assertThat(url).isNotNull();
    Map<String, String> parameters = ProtectedServer.form(url.getRawQuery());
    assertThat(parameters).containsEntry("scope", "write");
    assertThat(events.isWaiting("files", "ann")).isTrue();
    credentials.complete("code=code-ann&state=" + parameters.get("state"));
    assertThat(credentials.beginAuthorization()).isNull();
    assertThat(events.isWaiting("files", "ann")).isFalse();
  }

  /** Their token is still valid for listing tools. */
  @Test
  void sharedListKeepsUserDuringStepUp() {
    user = null;
    assertThatThrownBy(() -> credentials.renew(refusal(null)))
        .as("others have given it, so that is not all")
        .hasMessageContaining("no current user on this thread (CurrentUser; in WebFlux, RunAs")
        .hasMessageContaining("user must first grant access");
    user = "ann";
    String authorization = headersFor("tools/call").get("Authorization");
    Challenge insufficientScope =
        new Challenge(
            403,
            List.of("Bearer error=\"insufficient_scope\", scope=\"write\""),
            null,
            authorization);
    assertThatThrownBy(() -> credentials.renew(insufficientScope))
        .isInstanceOf(AuthorizationRequiredException.class);

    user = "bob";
    assertThat(credentials.isWaiting()).isFalse();
    user = null;
    assertThat(headersFor("tools/list")).containsEntry("Authorization", authorization);
  }

  /** As when a load balancer routes the callback. Access and refresh token are both invalid. */
  @Test
  void authorizationOnOtherInstanceEndsWait() {
    TokenPrincipals otherUsers = TokenPrincipals.perUser(() -> user, true);
    try (AuthorizationEvents otherEvents = createEvents();
        ServerCredentials otherInstance = credentials(otherUsers, otherEvents)) {
      assertThat(otherInstance.renew(refusal(null))).isTrue();
      String refused = headersFor("tools/call").get("Authorization");
      assertThatThrownBy(() -> otherInstance.renew(refusal(refused)))
          .isInstanceOf(AuthorizationRequiredException.class);

      URI url = otherInstance.beginAuthorization();
      String state = ProtectedServer.form(url.getRawQuery()).get("state");
      credentials.complete("code=code-ann&state=" + state);

      assertThat(otherInstance.isWaiting()).isTrue();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !otherInstance.isWaiting());
    }
  }

  private static Challenge refusal(String authorization) {
    return new Challenge(401, List.of("Bearer"), null, authorization);
  }

  @Test
  void signOutEndsUseForSharedList() {
    requestInFlight = () -> headersFor("tools/call"); // one of their requests is in flight
    credentials.signOut();

    user = null;
    assertThat(headersFor("tools/list")).isEmpty();
    users.selectFor(new OutgoingRequest("GET", URI.create(server.url()), new byte[0]));
    assertThatThrownBy(() -> credentials.renew(new Challenge(401, List.of("Bearer"), null, null)))
        .hasMessageContaining("user must first grant access");
  }

  @Test
  void sharedListDoesNotSetUserOfThread() {
    user = null;
    assertThat(headersFor("tools/list")).containsKey("Authorization");

    assertThat(credentials.tokens().principal()).isNull();
    assertThat(headersFor("tools/call")).isEmpty();
  }
}
