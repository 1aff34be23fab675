package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.TokenStore;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Users of a web application give permission in their own browsers, and come back later. */
class WebFlowTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final TokenStore store = TokenStore.inMemory();
  private final ThreadLocal<String> user = ThreadLocal.withInitial(() -> "ann");
  private final OAuthCredentials credentials =
      OAuthCredentials.builder(environment.mcpUrl())
          .urlPolicy(UrlPolicy.defaults().allowLoopback())
          .redirectUri("https://app.example.com/mcp/callback")
          .principal(user::get)
          .tokenStore(store)
          .build();
  private final McpClient client = environment.client(credentials);

  @AfterEach
  void close() {
    environment.close();
  }

  private Map<String, String> page() {
    AuthorizationRequiredException required =
        catchThrowableOfType(AuthorizationRequiredException.class, client::listTools);
    assertThat(required.getMessage()).doesNotContain("state=");
    return FakeHttpServer.parameters(required.url().getRawQuery());
  }

  @Test
  void redirectsUserAndCompletesAuthorization() {
    Map<String, String> page = page();
    assertThat(page).containsEntry("redirect_uri", "https://app.example.com/mcp/callback");
    assertThat(page()).as("the same page until it is used").isEqualTo(page);

    credentials.complete("code=c&state=" + page.get("state"));

    assertThat(client.listTools()).isEmpty();
    assertThat(environment.auth.requests("/token")).hasSize(1);
    assertThat(environment.auth.requests("/register").get(0).body())
        .contains("\"application_type\":\"web\"");
  }

  @Test
  void rejectsCompletionByOtherUser() {
    String state = page().get("state");
    user.set("mallory");
    assertThatThrownBy(() -> credentials.complete("code=evil&state=" + state))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("not match");
    assertThat(environment.auth.requests("/token")).isEmpty();

    user.set("ann");
    credentials.complete("code=c&state=" + state);

    assertThat(client.listTools()).isEmpty();
  }

  /** If users share a token, the one who gives permission decides whose account all of them use. */
  @Test
  void usersOfSharedTokenCompleteOwnAuthorizations() {
    AuthorizationStore authorizations = AuthorizationStore.inMemory();
    OAuthCredentials shared = sharedCredentials(authorizations);
    McpClient all = environment.client(shared);
    String ofAnn = state(all);
    assertThat(state(all)).as("the same page until it is used").isEqualTo(ofAnn);
    user.set("root");
    assertThat(state(all)).isNotEqualTo(ofAnn);

    OAuthCredentials otherInstance = sharedCredentials(authorizations);
    for (OAuthCredentials instance : List.of(shared, otherInstance)) {
      assertThatThrownBy(() -> instance.complete("code=evil&state=" + ofAnn))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("not match");
    }
    assertThat(environment.auth.requests("/token")).isEmpty();
    String ofRoot = state(all);
    user.set(null);
    assertThatThrownBy(() -> otherInstance.complete("code=c&state=" + ofRoot))
        .hasMessageContaining("no user on this thread");
    user.set("root");
    otherInstance.complete("code=c&state=" + ofRoot);

    user.set("ann");
    assertThat(all.listTools()).isEmpty();
    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  @Test
  void signOutOfSharedTokenEndsAllPages() {
    OAuthCredentials shared = sharedCredentials(AuthorizationStore.inMemory());
    McpClient all = environment.client(shared);
    String ofAnn = state(all);
    user.set("root");
    shared.signOut();

    user.set("ann");
    assertThatThrownBy(() -> shared.complete("code=c&state=" + ofAnn))
        .hasMessageContaining("not match");
  }

  @Test
  void requiresUserForSharedToken() {
    user.set(null);

    assertThatThrownBy(
            () -> environment.client(sharedCredentials(AuthorizationStore.inMemory())).listTools())
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("no user on this thread (OAuthCredentialsBuilder.user)");
  }

  private static String state(McpClient client) {
    return FakeHttpServer.parameters(
            catchThrowableOfType(AuthorizationRequiredException.class, client::listTools)
                .url()
                .getRawQuery())
        .get("state");
  }

  private OAuthCredentials sharedCredentials(AuthorizationStore authorizations) {
    return OAuthCredentials.builder(environment.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .redirectUri("https://app.example.com/mcp/callback")
        .principal(() -> "application")
        .user(user::get)
        .tokenStore(store)
        .authorizationStore(authorizations)
        .build();
  }

  /** As in another tab that was open at the sign-out. */
  @Test
  void pageFromBeforeSignOutIsRejected() {
    String before = page().get("state");
    credentials.signOut();

    assertThatThrownBy(() -> credentials.complete("code=c&state=" + before))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("not match");
    assertThat(environment.auth.requests("/token")).isEmpty();

    credentials.complete("code=c&state=" + page().get("state"));
    assertThat(client.listTools()).isEmpty();
  }

  /** Private results are cached by principal. */
  @Test
  void principalChangesWithSignIn() {
    Object before = credentials.principal();
    credentials.complete("code=c&state=" + page().get("state"));
    assertThat(credentials.principal()).isEqualTo(before);

    credentials.signOut();

    assertThat(credentials.principal()).isNotNull().isNotEqualTo(before);
  }

  @Test
  void acceptsResponseOnce() {
    String query = "code=c&state=" + page().get("state");
    credentials.complete(query);

    assertThatThrownBy(() -> credentials.complete(query)).hasMessageContaining("not match");
    assertThatThrownBy(() -> credentials.complete("code=c")).hasMessageContaining("not match");
    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  @Test
  void keepsStepUpPageUntilCompleted() {
    credentials.complete("code=c&state=" + page().get("state"));
    Challenge stepUp =
        new Challenge(
            403,
            List.of("Bearer error=\"insufficient_scope\", scope=\"w\""),
            null,
            "Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
    List<URI> pages = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      pages.add(
          catchThrowableOfType(
                  AuthorizationRequiredException.class, () -> credentials.renew(stepUp))
              .url());
    }

    assertThat(pages.get(1)).isEqualTo(pages.get(0));
    Map<String, String> page = FakeHttpServer.parameters(pages.get(0).getRawQuery());
    assertThat(page).containsEntry("scope", "a b w");
    credentials.complete("code=c&state=" + page.get("state"));
    assertThat(credentials.renew(stepUp)).as("there is another token now").isTrue();
  }

  @Test
  void redirectsAgainAfterDenial() {
    String state = page().get("state");
    assertThatThrownBy(() -> credentials.complete("error=access_denied&state=" + state))
        .hasMessageContaining("access_denied");

    assertThat(page().get("state")).isNotEqualTo(state);
  }

  private Map<String, String> page(String challenge) {
    return FakeHttpServer.parameters(
        catchThrowableOfType(
                AuthorizationRequiredException.class,
                () ->
                    credentials.renew(
                        new Challenge(401, List.of("Bearer " + challenge), null, null)))
            .url()
            .getRawQuery());
  }

  /** The user may complete any of them. */
  @Test
  void keepsSeveralPagesPerUser() {
    Map<String, String> reading = page("scope=\"read\"");
    Map<String, String> writing = page("scope=\"write\"");
    assertThat(writing.get("state")).isNotEqualTo(reading.get("state"));
    assertThat(page("scope=\"read\"")).isEqualTo(reading);

    credentials.complete("code=c&state=" + reading.get("state"));
    credentials.complete("code=c&state=" + writing.get("state"));

    assertThat(environment.auth.requests("/token")).hasSize(2);
  }

  @Test
  void limitsPagesPerUser() {
    Map<String, String> first = page("scope=\"s0\"");
    for (int i = 1; i < 4; i++) {
      page("scope=\"s" + i + "\"");
    }

    assertThat(page("scope=\"s0\"").get("state")).isNotEqualTo(first.get("state"));
  }

  /** As between the nodes of a cluster. */
  @Test
  void keepsPageAfterIrrelevantMetadataChange() {
    Map<String, String> page = page("");
    environment.metadata(Map.of("service_documentation", "https://docs.example.com"));

    assertThat(page("")).isEqualTo(page);
  }

  /** Another instance may have registered, too. */
  @Test
  void pageHasCurrentClientId() {
    assertThat(page("")).containsEntry("client_id", "dynamic");
    store.save(
        new RegistrationKey(environment.mcpUrl(), environment.issuer()),
        new StoredRegistration(
            "another", null, "none", null, URI.create("https://app.example.com/mcp/callback")));

    Map<String, String> page = page("");

    assertThat(page).containsEntry("client_id", "another");
    credentials.complete("code=c&state=" + page.get("state"));
    assertThat(client.listTools()).isEmpty();
  }

  @Test
  void concurrentRegistrationUsesFirstClient() {
    environment.auth.page(
        "/register",
        request -> {
          store.save(
              new RegistrationKey(environment.mcpUrl(), environment.issuer()),
              new StoredRegistration(
                  "faster",
                  null,
                  "none",
                  null,
                  URI.create("https://app.example.com/mcp/callback")));
          return FakeHttpServer.Reply.json("{\"client_id\":\"slower\"}");
        });

    assertThat(page("")).containsEntry("client_id", "faster");
  }

  @Test
  void preregisteredClientDoesNotWaitForRegistration() throws Exception {
    CountDownLatch registering = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    try (FakeHttpServer slow = new FakeHttpServer()) {
      slow.page(
          "/register",
          request -> {
            registering.countDown();
            try {
              answer.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return FakeHttpServer.Reply.status(503);
          });
      environment.metadata(Map.of("registration_endpoint", slow.url() + "/register"));
      FutureTask<McpException> ann = renewInBackground(null);
      assertThat(registering.await(60, TimeUnit.SECONDS)).isTrue();
      store.save(
          new RegistrationKey(environment.mcpUrl(), environment.issuer()),
          new StoredRegistration(
              "known", null, "none", null, URI.create("https://app.example.com/mcp/callback")));
      FutureTask<McpException> bob = renewInBackground("bob");

      assertThat(bob.get(60, TimeUnit.SECONDS)).isInstanceOf(AuthorizationRequiredException.class);

      assertThat(ann.isDone()).isFalse();
      answer.countDown();
      assertThat(ann.get(60, TimeUnit.SECONDS))
          .isInstanceOf(McpUnavailableException.class)
          .hasMessageContaining("503");
    } finally {
      answer.countDown();
    }
  }

  private FutureTask<McpException> renewInBackground(String principal) {
    FutureTask<McpException> task =
        new FutureTask<>(
            () -> {
              if (principal != null) {
                user.set(principal);
              }
              return catchThrowableOfType(
                  McpException.class,
                  () -> credentials.renew(new Challenge(401, List.of("Bearer"), null, null)));
            });
    new Thread(task).start();
    return task;
  }
}
