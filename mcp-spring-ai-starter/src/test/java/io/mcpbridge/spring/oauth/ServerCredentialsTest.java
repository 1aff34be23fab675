package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.oauth.AuthorizationRequiredException;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.UrlPolicy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** Whose token is used, on which thread and how long. */
class ServerCredentialsTest {

  private final ProtectedServer server = new ProtectedServer();
  private final AuthorizationNews news =
      new AuthorizationNews(
          new StaticListableBeanFactory().getBeanProvider(AuthorizationListener.class));
  private String user;
  private Runnable meanwhile = () -> {};
  private final Users users = new Users(() -> user, true);
  private final ServerCredentials credentials =
      new ServerCredentials(
          "files",
          OAuthCredentials.builder(server.url())
              .urlPolicy(UrlPolicy.defaults().allowLoopback())
              .redirectUri("https://desk.example.com/files")
              .principal(this::principal),
          users,
          news,
          "/authorize/files",
          listed -> {});

  private String principal() {
    Runnable once = meanwhile;
    meanwhile = () -> {};
    once.run();
    return users.acting();
  }

  @BeforeEach
  void annGivesPermission() {
    user = "ann";
    String state = ProtectedServer.form(credentials.page().getRawQuery()).get("state");
    credentials.complete("code=code-ann&state=" + state);
  }

  @AfterEach
  void close() {
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
  void thePageForMoreIsThereUntilMoreWasGiven() {
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

  @Test
  void whoeverSignsOutStandsForNobodyAfterwards() {
    meanwhile = () -> ask("tools/call"); // a request of theirs that is under way
    credentials.signOut();

    user = null;
    assertThat(ask("tools/list")).isEmpty();
    users.actFor(new OutgoingRequest("GET", URI.create(server.url()), new byte[0]));
    assertThatThrownBy(() -> credentials.renew(new Challenge(401, List.of("Bearer"), null, null)))
        .hasMessageContaining("a user has to give permission first");
  }

  @Test
  void whatWasListedForAllIsNotWhoeverComesNextOnTheThread() {
    user = null;
    assertThat(ask("tools/list")).containsKey("Authorization");

    assertThat(credentials.tokens().principal()).isNull();
    assertThat(ask("tools/call")).isEmpty();
  }
}
