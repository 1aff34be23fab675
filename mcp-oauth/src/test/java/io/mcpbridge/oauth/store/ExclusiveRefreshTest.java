package io.mcpbridge.oauth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.FakeHttpServer;
import io.mcpbridge.oauth.MutableClock;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthTestEnvironment;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link TokenStore#exclusively}: one caller at a time, also after an instance crashed. */
class ExclusiveRefreshTest extends DatabaseTest {

  private static final TokenKey KEY =
      new TokenKey("https://files.example.com/mcp", "resource", "issuer", "client", "ada");

  /** The lease of an instance that crashed during a refresh. */
  private void leaseOfCrashedInstance(Duration remaining) {
    String token =
        EntryKey.of(
            "token", KEY.server(), KEY.resource(), KEY.issuer(), KEY.clientId(), KEY.principal());
    long end = Instant.now().plus(remaining).getEpochSecond();
    execute(
        "insert into mcp_oauth_entry values ('"
            + EntryKey.of("turn", token)
            + "', "
            + end
            + ", 'turn')");
  }

  /** Measures how many callers run at the same time. */
  private static final class ConcurrencyMeter {
    private final AtomicInteger current = new AtomicInteger();
    private final AtomicInteger max = new AtomicInteger();

    <T> Supplier<T> measured(Supplier<T> work) {
      return () -> {
        max.accumulateAndGet(current.incrementAndGet(), Math::max);
        try {
          return work.get();
        } finally {
          current.decrementAndGet();
        }
      };
    }
  }

  private static boolean waitABit() {
    try {
      return new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> FutureTask<T> start(Supplier<T> work) {
    FutureTask<T> task = new FutureTask<>(work::get);
    new Thread(task, "turn").start();
    return task;
  }

  @Test
  void refreshesOnceAfterCrashOfLockHolder() throws Exception {
    leaseOfCrashedInstance(Duration.ofSeconds(2));
    ConcurrencyMeter concurrency = new ConcurrencyMeter();

    List<FutureTask<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      TokenStore instance = JdbcTokenStore.of(database);
      tasks.add(
          start(
              () ->
                  instance.exclusively(
                      KEY,
                      Duration.ofSeconds(20),
                      concurrency.measured(ExclusiveRefreshTest::waitABit))));
    }
    for (FutureTask<Boolean> task : tasks) {
      assertThat(task.get(60, TimeUnit.SECONDS)).isFalse();
    }

    assertThat(concurrency.max).hasValue(1);
  }

  /** The token may still be valid; an unprotected refresh could cost the user all tokens. */
  @Test
  void doesNotRefreshWithoutLock() {
    leaseOfCrashedInstance(Duration.ofDays(1));
    AtomicInteger renewals = new AtomicInteger();

    assertThatThrownBy(
            () ->
                JdbcTokenStore.of(database)
                    .exclusively(KEY, Duration.ofMillis(10), renewals::incrementAndGet))
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContainingAll("files.example.com", "mcp_oauth_entry");
    assertThat(renewals).hasValue(0);
  }

  @Test
  void doesNotRefreshAfterInterrupt() throws Exception {
    leaseOfCrashedInstance(Duration.ofDays(1));
    AtomicInteger renewals = new AtomicInteger();
    FutureTask<Boolean> waiting =
        new FutureTask<>(
            () -> {
              assertThatThrownBy(
                      () ->
                          JdbcTokenStore.of(database)
                              .exclusively(KEY, Duration.ofDays(1), renewals::incrementAndGet))
                  .isInstanceOf(McpCancelledException.class);
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(waiting);
    thread.start();
    thread.interrupt();

    assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(renewals).hasValue(0);
  }

  /** A custom store without an {@code exclusively} of its own. */
  private static final class StoreWithoutLock implements TokenStore {
    private final TokenStore memory = TokenStore.inMemory();

    @Override
    public OAuthToken find(TokenKey key) {
      return memory.find(key);
    }

    @Override
    public void save(TokenKey key, OAuthToken token) {
      memory.save(key, token);
    }

    @Override
    public void remove(TokenKey key) {
      memory.remove(key);
    }

    @Override
    public StoredRegistration find(RegistrationKey key) {
      return memory.find(key);
    }

    @Override
    public void save(RegistrationKey key, StoredRegistration registration) {
      memory.save(key, registration);
    }

    @Override
    public void remove(RegistrationKey key) {
      memory.remove(key);
    }
  }

  static Stream<TokenStore> storesOfOneProcess() {
    return Stream.of(TokenStore.inMemory(), new StoreWithoutLock());
  }

  /** Two clients for one server, in one application. */
  @ParameterizedTest
  @MethodSource("storesOfOneProcess")
  void refreshesOncePerProcess(TokenStore store) throws Exception {
    try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
      MutableClock clock = new MutableClock();
      List<OAuthCredentials> instances =
          Stream.generate(() -> environment.credentials(clock).tokenStore(store).build())
              .limit(2)
              .toList();
      Challenge first = new Challenge(401, List.of("Bearer"), null, null);
      instances.forEach(instance -> assertThat(instance.renew(first)).isTrue());
      clock.pass(Duration.ofMinutes(10));
      ConcurrencyMeter concurrency = new ConcurrencyMeter();
      environment.tokens =
          request ->
              concurrency
                  .measured(
                      () -> {
                        waitABit();
                        return FakeHttpServer.Reply.json(environment.token(null));
                      })
                  .get();

      String refused = "Bearer access-" + OAuthTestEnvironment.SECRET + "-1";
      List<FutureTask<Boolean>> renewals =
          instances.stream()
              .map(
                  instance ->
                      start(
                          () ->
                              instance.renew(new Challenge(401, List.of("Bearer"), null, refused))))
              .toList();
      for (FutureTask<Boolean> renewal : renewals) {
        assertThat(renewal.get(60, TimeUnit.SECONDS)).isTrue();
      }

      assertThat(concurrency.max).hasValue(1);
      assertThat(environment.auth.requests("/token"))
          .filteredOn(request -> request.form().get("grant_type").equals("refresh_token"))
          .hasSize(1);
    }
  }

  /** Each token has its own lock. */
  @Test
  void refreshesOtherTokensConcurrently() throws Exception {
    TokenStore store = TokenStore.inMemory();
    TokenKey another = new TokenKey("server", "resource", "issuer", "client", "grace");
    CountDownLatch entered = new CountDownLatch(1);
    FutureTask<Boolean> slow =
        start(
            () ->
                store.exclusively(
                    KEY,
                    Duration.ofSeconds(10),
                    () -> {
                      try {
                        return entered.await(60, TimeUnit.SECONDS);
                      } catch (InterruptedException e) {
                        return false;
                      }
                    }));

    store.exclusively(
        another,
        Duration.ofSeconds(10),
        () -> {
          entered.countDown();
          return true;
        });

    assertThat(slow.get(60, TimeUnit.SECONDS)).isTrue();
  }
}
