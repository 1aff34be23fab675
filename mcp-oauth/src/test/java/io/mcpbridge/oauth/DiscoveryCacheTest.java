package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.Json;
import io.mcpbridge.oauth.core.AuthorizationPendingException;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.UrlPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repeated refusals of users without permission do not fetch the metadata, until it may have
 * changed.
 */
class DiscoveryCacheTest {

  private static final String RESOURCE = "/.well-known/oauth-protected-resource/mcp";

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");
  private final OAuthCredentials credentials =
      OAuthCredentials.builder(environment.mcpUrl())
          .urlPolicy(UrlPolicy.defaults().allowLoopback())
          .redirectUri("https://app.example.com/mcp/callback")
          .principal(user::get)
          .clock(clock)
          .build();

  @AfterEach
  void close() {
    environment.close();
  }

  private static Challenge refusal(String parameters, String refused) {
    return new Challenge(401, List.of("Bearer " + parameters), null, refused);
  }

  /** The authorization page that a user is redirected to. */
  private URI page(String parameters, String refused) {
    return catchThrowableOfType(
            AuthorizationRequiredException.class,
            () -> credentials.renew(refusal(parameters, refused)))
        .url();
  }

  private long metadataRequests() {
    return environment.mcp.paths().size()
        + environment.auth.paths().stream().filter(path -> path.startsWith("/.well-known")).count();
  }

  private String complete(URI page) {
    credentials.complete(
        "code=c&state=" + FakeHttpServer.parameters(page.getRawQuery()).get("state"));
    return credentials
        .headersFor(new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]))
        .get("Authorization");
  }

  @Test
  void cachesMetadataForUsersWithoutToken() {
    URI first = page("", null);
    assertThat(metadataRequests()).isEqualTo(2);

    assertThat(page("", null)).isEqualTo(first);
    user.set("bob");
    complete(page("", null));

    assertThat(metadataRequests()).isEqualTo(2);
  }

  @Test
  void fetchesMetadataAgainAfterExpiry() {
    page("", null);
    clock.pass(Duration.ofMinutes(4));
    page("", null);
    assertThat(metadataRequests()).isEqualTo(2);

    clock.pass(Duration.ofMinutes(1));
    page("", null);

    assertThat(metadataRequests()).isEqualTo(4);
  }

  /** After a move to another authorization server, the server refuses the old tokens. */
  @Test
  void fetchesMetadataAgainAfterRejectedToken() {
    String token = complete(page("", null));
    clock.pass(Duration.ofMinutes(2));
    try (FakeHttpServer newServer = new FakeHttpServer()) {
      newServer.json(
          "/.well-known/oauth-authorization-server",
          Json.write(OAuthTestEnvironment.metadataOf(newServer, Map.of())));
      newServer.json("/register", "{\"client_id\":\"there\"}");
      resource(RESOURCE, newServer);

      assertThat(page("", token).toString()).startsWith(newServer.url() + "/authorize?");

      user.set("bob");
      assertThat(page("", null).toString()).startsWith(newServer.url() + "/authorize?");
    }
  }

  private void resource(String place, FakeHttpServer issuer) {
    environment.mcp.json(
        place,
        Json.write(
            Map.of(
                "resource", environment.mcpUrl(), "authorization_servers", List.of(issuer.url()))));
  }

  @Test
  void fetchesMetadataAgainIfChallengeNamesOtherLocation() {
    page("", null);
    resource("/elsewhere", environment.auth);
    String elsewhere = "resource_metadata=\"" + environment.mcp.url() + "/elsewhere\"";

    page(elsewhere, null);
    page(elsewhere, null);

    assertThat(environment.mcp.requests("/elsewhere")).hasSize(1);
    page("", null);
    assertThat(environment.mcp.requests(RESOURCE)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "404 {}",
        "401 {\"error\":\"invalid_client\"}",
        "400 {\"error\":\"invalid_target\"}",
        "503 {}"
      })
  void fetchesMetadataAgainAfterFailure(String answer) {
    URI page = page("", null);
    environment.tokens =
        any ->
            new FakeHttpServer.Reply(
                Integer.parseInt(answer.substring(0, 3)), Map.of(), answer.substring(4));
    assertThatThrownBy(() -> complete(page)).isInstanceOf(McpException.class);

    page("", null);

    assertThat(metadataRequests()).isEqualTo(4);
  }

  @Test
  void fetchesMetadataAgainAfterResponseOfOtherIssuer() {
    URI page = page("", null);
    String state = FakeHttpServer.parameters(page.getRawQuery()).get("state");
    assertThatThrownBy(
            () -> credentials.complete("code=c&iss=https%3A%2F%2Fother.example&state=" + state))
        .hasMessageContaining("an authorization server other than");

    page("", null);

    assertThat(metadataRequests()).isEqualTo(4);
  }

  @Test
  void fetchesMetadataAgainAfterFailedRegistration() {
    environment.auth.page("/register", any -> FakeHttpServer.Reply.status(404));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> credentials.renew(refusal("", null)))
          .hasMessageContaining("HTTP status 404");
    }

    assertThat(metadataRequests()).isEqualTo(4);
  }

  /** The deadline of a request says nothing about the metadata. */
  @Test
  void doesNotFetchMetadataAgainAfterTimeoutOfRequest() {
    CountDownLatch answer = new CountDownLatch(1);
    environment.userResponse =
        pending -> {
          try {
            answer.await(60, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "error=access_denied&state=" + pending.state();
        };
    OAuthCredentials interactive = environment.credentials().build();
    WaitContext noTimeForUsers =
        (work, atMost, description) -> {
          if (description.startsWith("a user to grant access")) {
            throw new McpTimeoutException("no time for " + description);
          }
          return WaitContext.endless().await(work, atMost, description);
        };
    try {
      for (int i = 0; i < 3; i++) {
        Challenge refusal =
            new Challenge(401, List.of("Bearer"), null, null, false, noTimeForUsers);
        assertThatThrownBy(() -> interactive.renew(refusal))
            .isInstanceOf(AuthorizationPendingException.class);
      }

      assertThat(metadataRequests()).isEqualTo(2);
    } finally {
      answer.countDown();
      interactive.signOut();
    }
  }

  /** The defaults for missing metadata are not cached: it may only be missing at the moment. */
  @Test
  void doesNotCacheMissingMetadata() {
    environment.mcp.removePage(RESOURCE).json("/register", "{\"client_id\":\"made-up\"}");
    assertThat(page("", null).toString()).startsWith(environment.mcp.url() + "/authorize?");

    resource(RESOURCE, environment.auth);

    assertThat(page("", null).toString()).startsWith(environment.auth.url() + "/authorize?");
  }
}
