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
  private final AuthorizationEvents news = news();
  private String user;
  private Runnable meanwhile = () -> {};
  private final TokenPrincipals users = TokenPrincipals.each(() -> user, true);
  private final TokenStore store = TokenStore.inMemory();
  private final AuthorizationStore authorizations = AuthorizationStore.inMemory();
  private final ServerCredentials credentials = credentials(users, news);

  private ServerCredentials credentials(TokenPrincipals users, AuthorizationEvents news) {
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
        news,
        "/authorize/files",
        listed -> {});
  }

  private static AuthorizationEvents news() {
    return new AuthorizationEvents(
        new StaticListableBeanFactory().getBeanProvider(AuthorizationListener.class));
  }

  private String principal(TokenPrincipals users) {
    Runnable once = meanwhile;
    meanwhile = () -> {};
    once.run();
    return users.acting();
  }

  @BeforeEach
  void annGivesPermission() {
    server.refreshing = true;
    user = "ann";
    String state = ProtectedServer.form(credentials.page().getRawQuery()).get("state");
    credentials.complete("code=code-ann&state=" + state);
  }

  @AfterEach
  void close() {
    credentials.close();
    news.close();
    server.close();
  }

  private Map<String, String> ask(String method) {
    String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
    return credentials.headersFor(
        new OutgoingRequest(
            "POST", URI.create(server.url()), body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void stepUpPageStaysUntilCompleted() {
    Challenge more =
        new Challenge(
            403,
            List.of("Bearer error=\"insufficient_scope\", scope=\"write\""),
            null,
            ask("tools/call").get("Authorization"));
    assertThatThrownBy(() -> credentials.renew(more))
        .isInstanceOf(AuthorizationRequiredException.class);

    URI page = credentials.page();

    assertThat(page).isNotNull();
    Map<String, String> asked = ProtectedServer.form(page.getRawQuery());
    assertThat(asked).containsEntry("scope", "write");
    assertThat(news.isWaiting("files", "ann")).isTrue();
    credentials.complete("code=code-ann&state=" + asked.get("state"));
    assertThat(credentials.page()).isNull();
    assertThat(news.isWaiting("files", "ann")).isFalse();
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
    String shown = ask("tools/call").get("Authorization");
    Challenge more =
        new Challenge(
            403, List.of("Bearer error=\"insufficient_scope\", scope=\"write\""), null, shown);
    assertThatThrownBy(() -> credentials.renew(more))
        .isInstanceOf(AuthorizationRequiredException.class);

    user = "bob";
    assertThat(credentials.isWaiting()).isFalse();
    user = null;
    assertThat(ask("tools/list")).containsEntry("Authorization", shown);
  }

  /** As when a load balancer routes the callback. Access and refresh token are both invalid. */
  @Test
  void authorizationOnOtherInstanceEndsWait() {
    TokenPrincipals usersHere = TokenPrincipals.each(() -> user, true);
    try (AuthorizationEvents newsHere = news();
        ServerCredentials here = credentials(usersHere, newsHere)) {
      assertThat(here.renew(refusal(null))).isTrue();
      String refused = ask("tools/call").get("Authorization");
      assertThatThrownBy(() -> here.renew(refusal(refused)))
          .isInstanceOf(AuthorizationRequiredException.class);

      String state = ProtectedServer.form(here.page().getRawQuery()).get("state");
      credentials.complete("code=code-ann&state=" + state);

      assertThat(here.isWaiting()).isTrue();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !here.isWaiting());
    }
  }

  private static Challenge refusal(String authorization) {
    return new Challenge(401, List.of("Bearer"), null, authorization);
  }

  @Test
  void signOutEndsUseForSharedList() {
    meanwhile = () -> ask("tools/call"); // one of their requests is in flight
    credentials.signOut();

    user = null;
    assertThat(ask("tools/list")).isEmpty();
    users.actFor(new OutgoingRequest("GET", URI.create(server.url()), new byte[0]));
    assertThatThrownBy(() -> credentials.renew(new Challenge(401, List.of("Bearer"), null, null)))
        .hasMessageContaining("user must first grant access");
  }

  @Test
  void sharedListDoesNotSetUserOfThread() {
    user = null;
    assertThat(ask("tools/list")).containsKey("Authorization");

    assertThat(credentials.tokens().principal()).isNull();
    assertThat(ask("tools/call")).isEmpty();
  }
}
