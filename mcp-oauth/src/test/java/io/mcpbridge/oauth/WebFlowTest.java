package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.client.McpClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Users of a web application give permission in their own browsers, and come back later. */
class WebFlowTest {

  private final World world = new World();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");
  private final OAuthCredentials credentials =
      OAuthCredentials.builder(world.mcpUrl())
          .urlPolicy(UrlPolicy.defaults().allowLoopback())
          .redirectUri("https://app.example.com/mcp/callback")
          .principal(user::get)
          .build();
  private final McpClient client = world.client(credentials);

  @AfterEach
  void close() {
    world.close();
  }

  private Map<String, String> page() {
    AuthorizationRequiredException required =
        catchThrowableOfType(AuthorizationRequiredException.class, client::listTools);
    assertThat(required.getMessage()).doesNotContain("state=");
    return Site.parameters(required.url().getRawQuery());
  }

  @Test
  void aUserIsSentAwayAndComesBack() {
    Map<String, String> page = page();
    assertThat(page).containsEntry("redirect_uri", "https://app.example.com/mcp/callback");
    assertThat(page()).as("the same page until it is used").isEqualTo(page);

    credentials.complete("code=c&state=" + page.get("state"));

    assertThat(client.listTools()).isEmpty();
    assertThat(world.auth.asked("/token")).hasSize(1);
    assertThat(world.auth.asked("/register").get(0).body())
        .contains("\"application_type\":\"web\"");
  }

  @Test
  void nobodyCompletesWhatSomebodyElseBegan() {
    String state = page().get("state");
    user.set("mallory");
    assertThatThrownBy(() -> credentials.complete("code=evil&state=" + state))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("not the answer");
    assertThat(world.auth.asked("/token")).isEmpty();

    user.set("ann");
    credentials.complete("code=c&state=" + state);

    assertThat(client.listTools()).isEmpty();
  }

  @Test
  void anAnswerIsTakenOnce() {
    String query = "code=c&state=" + page().get("state");
    credentials.complete(query);

    assertThatThrownBy(() -> credentials.complete(query)).hasMessageContaining("not the answer");
    assertThatThrownBy(() -> credentials.complete("code=c")).hasMessageContaining("not the answer");
    assertThat(world.auth.asked("/token")).hasSize(1);
  }

  @Test
  void aUserWhoHasToAllowMoreFindsThePageUntilItIsUsed() {
    credentials.complete("code=c&state=" + page().get("state"));
    Challenge more =
        new Challenge(
            403,
            List.of("Bearer error=\"insufficient_scope\", scope=\"w\""),
            null,
            "Bearer access-" + World.SECRET + "-1");
    List<URI> pages = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      pages.add(
          catchThrowableOfType(AuthorizationRequiredException.class, () -> credentials.renew(more))
              .url());
    }

    assertThat(pages.get(1)).isEqualTo(pages.get(0));
    Map<String, String> page = Site.parameters(pages.get(0).getRawQuery());
    assertThat(page).containsEntry("scope", "a b w");
    credentials.complete("code=c&state=" + page.get("state"));
    assertThat(credentials.renew(more)).as("there is another token now").isTrue();
  }

  @Test
  void whoSaidNoIsSentThereAgainByTheNextRequest() {
    String state = page().get("state");
    assertThatThrownBy(() -> credentials.complete("error=access_denied&state=" + state))
        .hasMessageContaining("access_denied");

    assertThat(page().get("state")).isNotEqualTo(state);
  }
}
