package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.TokenStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store fails for a while: no token is lost, and the user is not asked again. */
class TokenStoreFailureTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();
  private final TokenStore memory = TokenStore.inMemory();

  /** The methods that fail for a token. */
  private final Set<String> broken = ConcurrentHashMap.newKeySet();

  private final TokenStore store =
      (TokenStore)
          Proxy.newProxyInstance(
              TokenStore.class.getClassLoader(),
              new Class<?>[] {TokenStore.class},
              (proxy, method, arguments) -> {
                if (broken.contains(method.getName()) && arguments[0] instanceof TokenKey) {
                  throw method.getName().equals("exclusively")
                      ? new McpUnavailableException("the token store is locked", null)
                      : new IllegalStateException("the database is away");
                }
                return method.invoke(memory, arguments);
              });

  private final OAuthCredentials credentials =
      environment.credentials().clock(clock).tokenStore(store).build();
  private final McpClient client = environment.client(credentials);

  @BeforeEach
  void tokensEnd() {
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
  }

  @AfterEach
  void close() {
    environment.close();
  }

  private List<String> refreshTokens() {
    return environment.auth.requests("/token").stream()
        .map(FakeHttpServer.Request::form)
        .filter(form -> form.get("grant_type").equals("refresh_token"))
        .map(form -> form.get("refresh_token"))
        .toList();
  }

  private static String refreshToken(int number) {
    return "refresh-" + OAuthTestEnvironment.SECRET + "-" + number;
  }

  /** RFC 9700, section 4.14.2: a second use of a refresh token looks like a theft. */
  @Test
  void keepsUnsavedRefreshToken() {
    client.listTools();
    broken.add("save");
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");

    broken.clear();
    client.listTools();

    assertThat(memory.find(environment.tokenKey("application")).refreshToken())
        .isEqualTo(refreshToken(2));
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();
    client.listTools();
    assertThat(refreshTokens()).containsExactly(refreshToken(1), refreshToken(2));
    assertThat(environment.prompts).hasSize(1);
  }

  @Test
  void prefersTokenSavedByOtherInstance() {
    client.listTools();
    broken.add("save");
    clock.pass(Duration.ofMinutes(10));
    environment.accepted.clear();
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    environment.accepted.add("other");
    OAuthToken otherToken = new OAuthToken("other", "Bearer", "r", null, Set.of(), Set.of(), null);
    memory.save(environment.tokenKey("application"), otherToken);

    broken.clear();
    client.listTools();

    assertThat(memory.find(environment.tokenKey("application"))).isEqualTo(otherToken);
  }

  @Test
  void keepsUnsavedGrant() {
    broken.add("save");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    }
    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.issued).hasValue(1);

    broken.clear();
    client.listTools();

    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.issued).hasValue(1);
    assertThat(memory.find(environment.tokenKey("application"))).isNotNull();
  }

  /** As while the lease of a crashed instance has not expired. */
  @Test
  void usesGrantWhenLockTimesOut() {
    broken.add("exclusively");

    client.listTools();

    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.issued).hasValue(1);
    assertThat(memory.find(environment.tokenKey("application"))).isNotNull();
  }

  @Test
  void signOutDoesNotWaitForLock() {
    client.listTools();
    broken.add("exclusively");

    credentials.signOut();

    assertThat(memory.find(environment.tokenKey("application"))).isNull();
    assertThat(environment.auth.requests("/revoke")).hasSize(1);
  }

  @Test
  void signOutDropsUnsavedToken() {
    broken.add("save");
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    broken.clear();

    credentials.signOut();

    assertThat(memory.find(environment.tokenKey("application"))).isNull();
    assertThat(environment.auth.requests("/revoke"))
        .extracting(request -> request.form().get("token"))
        .containsExactly(refreshToken(1));
    client.listTools();
    assertThat(environment.prompts).hasSize(2);
  }

  @Test
  void usesTokenUntilExpiryWhileStoreFails() {
    client.listTools();
    broken.addAll(Set.of("find", "save"));
    clock.pass(Duration.ofSeconds(580));

    client.listTools();
    client.listTools();

    assertThat(refreshTokens()).isEmpty();
    assertThat(
            environment.mcp.requests("/mcp").stream()
                .map(request -> request.header("Authorization")))
        .endsWith("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
  }
}
