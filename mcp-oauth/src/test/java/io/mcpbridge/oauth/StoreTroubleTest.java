package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpUnavailableException;
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
class StoreTroubleTest {

  private final World world = new World();
  private final HandClock clock = new HandClock();
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
                      ? new McpUnavailableException("others renew it", null)
                      : new IllegalStateException("the database is away");
                }
                return method.invoke(memory, arguments);
              });

  private final OAuthCredentials credentials =
      world.credentials().clock(clock).tokenStore(store).build();
  private final McpClient client = world.client(credentials);

  @BeforeEach
  void tokensEnd() {
    world.tokens = request -> Site.Reply.json(world.token(Map.of("expires_in", 600)));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private List<String> refreshTokens() {
    return world.auth.asked("/token").stream()
        .map(Site.Asked::form)
        .filter(form -> form.get("grant_type").equals("refresh_token"))
        .map(form -> form.get("refresh_token"))
        .toList();
  }

  private static String refreshToken(int number) {
    return "refresh-" + World.SECRET + "-" + number;
  }

  /** RFC 9700, section 4.14.2: a second use of a refresh token looks like a theft. */
  @Test
  void aRefreshTokenThatCouldNotBeKeptIsNotLost() {
    client.listTools();
    broken.add("save");
    clock.pass(Duration.ofMinutes(10));
    world.accepted.clear();
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");

    broken.clear();
    client.listTools();

    assertThat(memory.find(world.tokenKey("application")).refreshToken())
        .isEqualTo(refreshToken(2));
    clock.pass(Duration.ofMinutes(10));
    world.accepted.clear();
    client.listTools();
    assertThat(refreshTokens()).containsExactly(refreshToken(1), refreshToken(2));
    assertThat(world.asked).hasSize(1);
  }

  @Test
  void whatSomebodyElseHasKeptMeanwhileCounts() {
    client.listTools();
    broken.add("save");
    clock.pass(Duration.ofMinutes(10));
    world.accepted.clear();
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    world.accepted.add("other");
    OAuthToken other = new OAuthToken("other", "Bearer", "r", null, Set.of(), Set.of(), null);
    memory.save(world.tokenKey("application"), other);

    broken.clear();
    client.listTools();

    assertThat(memory.find(world.tokenKey("application"))).isEqualTo(other);
  }

  @Test
  void permissionThatWasGivenIsNotAskedForAgain() {
    broken.add("save");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    }
    assertThat(world.asked).hasSize(1);
    assertThat(world.issued).hasValue(1);

    broken.clear();
    client.listTools();

    assertThat(world.asked).hasSize(1);
    assertThat(world.issued).hasValue(1);
    assertThat(memory.find(world.tokenKey("application"))).isNotNull();
  }

  /** As while the lease of a crashed instance has not expired. */
  @Test
  void permissionThatCouldNotBeKeptInTurnIsNotAskedForAgain() {
    broken.add("exclusively");
    assertThatThrownBy(client::listTools).hasMessageContaining("others renew it");

    broken.clear();
    client.listTools();

    assertThat(world.asked).hasSize(1);
    assertThat(world.issued).hasValue(1);
    assertThat(memory.find(world.tokenKey("application"))).isNotNull();
  }

  @Test
  void whoSignsOutIsSignedOutThoughOthersHaveTheirTurn() {
    client.listTools();
    broken.add("exclusively");

    credentials.signOut();

    assertThat(memory.find(world.tokenKey("application"))).isNull();
    assertThat(world.auth.asked("/revoke")).hasSize(1);
  }

  @Test
  void whoSignsOutIsNotSignedInByWhatCouldNotBeKept() {
    broken.add("save");
    assertThatThrownBy(client::listTools).hasMessageContaining("the credentials for localhost");
    broken.clear();

    credentials.signOut();

    assertThat(memory.find(world.tokenKey("application"))).isNull();
    assertThat(world.auth.asked("/revoke"))
        .extracting(asked -> asked.form().get("token"))
        .containsExactly(refreshToken(1));
    client.listTools();
    assertThat(world.asked).hasSize(2);
  }

  @Test
  void theTokenThatIsThereDoesForItsLastSeconds() {
    client.listTools();
    broken.addAll(Set.of("find", "save"));
    clock.pass(Duration.ofSeconds(580));

    client.listTools();
    client.listTools();

    assertThat(refreshTokens()).isEmpty();
    assertThat(world.mcp.asked("/mcp").stream().map(asked -> asked.header("Authorization")))
        .endsWith("Bearer access-" + World.SECRET + "-1");
  }
}
