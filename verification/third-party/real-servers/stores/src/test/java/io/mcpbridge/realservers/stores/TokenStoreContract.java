package io.mcpbridge.realservers.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.mcpbridge.error.McpException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.store.AuthorizationStore;
import io.mcpbridge.oauth.store.JdbcAuthorizationStore;
import io.mcpbridge.oauth.store.JdbcTokenStore;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.realservers.stores.Database.Pool;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the token stores, on one database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class TokenStoreContract {

  private static final int INSTANCES = 4;
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** A strong reference, so that the logger keeps its level. */
  private static final Logger LIQUIBASE = Logger.getLogger("liquibase");

  private static final URI SERVER = URI.create("https://mcp.example.com/mcp");

  @RegisterExtension final ResultTable results;
  private final Database database;
  private final List<Instance> instances = new ArrayList<>();
  private HikariDataSource pool;

  TokenStoreContract(Database database) {
    this.database = database;
    this.results = new ResultTable(database.vendor());
  }

  /**
   * Runs Flyway as an application does: with the application's own scripts, and again on restart.
   */
  @BeforeAll
  void migrate() throws IOException {
    LIQUIBASE.setLevel(Level.WARNING);
    pool = database.pool(Pool.USUAL);
    database.migrate(pool, "io/mcpbridge/oauth");
    for (int i = 0; i < INSTANCES; i++) {
      instances.add(Instance.start());
    }
  }

  @AfterAll
  void close() {
    instances.forEach(Instance::close);
    pool.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    execute("delete from mcp_oauth_entry");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void connect(Pool settings) throws IOException {
    for (Instance instance : instances) {
      instance.connect(database, settings);
    }
  }

  private Turns turns(int turnsPerInstance) throws Exception {
    List<FutureTask<List<Turns.Turn>>> taken = new ArrayList<>();
    for (Instance instance : instances) {
      instance.takeTurns(turnsPerInstance, LONG);
      taken.add(Turns.of(instance));
    }
    return Turns.of(taken);
  }

  private void assertCounted(Turns turns, int expected) {
    int counted = Instance.number(JdbcTokenStore.of(pool));
    results.note(
        "%d of %d turns counted, %d at the same time as another",
        counted, expected, turns.together());
    assertThat(turns.all()).hasSize(expected);
    assertThat(counted).isEqualTo(expected);
    assertThat(turns.together()).isZero();
  }

  @Test
  @Order(1)
  void fourProcesses() throws Exception {
    connect(Pool.USUAL);

    assertCounted(turns(100), 400);
  }

  /** No completed turn is lost, and the others wait only until the lease ends. */
  @Test
  @Order(2)
  void oneOfThemKilledInTheMiddle() throws Exception {
    connect(Pool.USUAL);
    Instance victim = instances.remove(0);
    victim.takeTurns(5, SHORT);
    FutureTask<List<Turns.Turn>> ofTheVictim = Turns.of(victim);
    List<FutureTask<List<Turns.Turn>>> taken = new ArrayList<>(List.of(ofTheVictim));
    for (Instance instance : instances) {
      instance.takeTurns(100, SHORT);
      taken.add(Turns.of(instance));
    }
    ofTheVictim.get(60, TimeUnit.SECONDS);
    victim.hang(SHORT);
    assertThat(victim.readLine()).isEqualTo("inside");
    victim.kill();
    long killed = System.nanoTime();
    instances.add(Instance.start());

    Turns turns = Turns.of(taken);

    Duration waited = turns.untilTheNext(killed);
    assertCounted(turns, 305);
    results.note("the next turn %d ms after the kill", waited.toMillis());
  }

  @Test
  @Order(3)
  void poolWithoutAutoCommit() throws Exception {
    connect(Pool.WITHOUT_AUTO_COMMIT);

    assertCounted(turns(25), 100);
  }

  @Test
  @Order(4)
  void serializableTransactions() throws Exception {
    connect(Pool.SERIALIZABLE);

    assertCounted(turns(25), 100);
  }

  /**
   * The store uses the connection of the caller's transaction, from a transaction-aware data
   * source.
   */
  @Test
  @Order(5)
  void transactionOfTheCallerRolledBack() throws Exception {
    execute("create table orders (id int)");
    Thread caller = Thread.currentThread();
    try (Connection transaction = pool.getConnection()) {
      transaction.setAutoCommit(false);
      Connection handle =
          (Connection)
              Proxy.newProxyInstance(
                  Connection.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) -> {
                    try {
                      return method.getName().equals("close")
                          ? null
                          : method.invoke(transaction, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
      DataSource aware =
          (DataSource)
              Proxy.newProxyInstance(
                  DataSource.class.getClassLoader(),
                  new Class<?>[] {DataSource.class},
                  (proxy, method, arguments) ->
                      Thread.currentThread() == caller ? handle : pool.getConnection());
      try (Statement statement = transaction.createStatement()) {
        statement.execute("insert into orders values (1)");
      }
      JdbcTokenStore.of(aware).save(Instance.KEY, Instance.token(7));
      transaction.rollback();
    } finally {
      execute("drop table orders");
    }

    assertThat(Instance.number(JdbcTokenStore.of(pool))).isEqualTo(7);
    results.note("the token stays");
  }

  static Set<String> oddNames() {
    return new LinkedHashSet<>(
        List.of(
            "ada",
            "Ada",
            "ADA",
            "ada ",
            "ada  ",
            " ada",
            "ada\t",
            "ada\u0000",
            "àda",
            "a\u0300da",
            "ada?",
            "ada😀",
            "ada😁",
            "",
            " ",
            "ß",
            "ss",
            "ﬁ",
            "fi",
            "é".repeat(5_000),
            "é".repeat(5_000) + "x",
            "'; drop table mcp_oauth_entry; --"));
  }

  private static TokenKey key(String name) {
    return new TokenKey("server", "resource", "issuer", "client", name);
  }

  private Stream<TokenStore> tokenStores() {
    return Stream.of(
        JdbcTokenStore.of(pool), JdbcTokenStore.of(pool, new SecretKeySpec(new byte[32], "AES")));
  }

  private Stream<AuthorizationStore> authorizationStores() {
    return Stream.of(
        JdbcAuthorizationStore.of(pool),
        JdbcAuthorizationStore.of(pool, new SecretKeySpec(new byte[32], "AES")));
  }

  @Test
  @Order(6)
  void oddUserNames() throws SQLException {
    Function<String, OAuthToken> tokens = name -> Instance.token(name.hashCode());
    for (TokenStore store : tokenStores().toList()) {
      empty();
      oddNames().forEach(name -> store.save(key(name), tokens.apply(name)));
      for (String name : oddNames()) {
        assertThat(store.find(key(name))).as(name).isEqualTo(tokens.apply(name));
      }
      store.remove(key("ada"));
      assertThat(oddNames()).filteredOn(name -> store.find(key(name)) == null).containsOnly("ada");
      for (String half : List.of("ada\ud800", "ada\udfff")) {
        assertThatThrownBy(() -> store.save(key(half), Instance.token(1)))
            .isInstanceOf(McpException.class)
            .hasMessageContaining("is not valid Unicode text");
      }
    }
    for (AuthorizationStore store : authorizationStores().toList()) {
      empty();
      oddNames().forEach(name -> store.save(authorization(name, "{}")));
      for (String name : oddNames()) {
        oddNames().stream()
            .filter(user -> !user.equals(name))
            .forEach(user -> assertThat(store.take(state(name), user)).as(user).isNull());
        assertThat(store.take(state(name), name)).as(name).isEqualTo(authorization(name, "{}"));
      }
    }
    results.note("%d names, each with an entry of its own; two halves refused", oddNames().size());
  }

  private static String state(String name) {
    return "state of " + Integer.toHexString(name.hashCode()) + name.length();
  }

  private static StoredAuthorization authorization(String name, String details) {
    Instant end = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(2, ChronoUnit.DAYS);
    return new StoredAuthorization(state(name), name, SERVER, end, details);
  }

  /** The maximum number of characters, each of several bytes. */
  @Test
  @Order(7)
  void longestContent() {
    String details = "\"" + "é".repeat(65_000) + "\"";
    for (AuthorizationStore store : authorizationStores().toList()) {
      store.save(authorization("ann", details));
      assertThat(store.take(state("ann"), "ann")).isEqualTo(authorization("ann", details));
    }
    results.note("%d bytes", details.getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  @Order(8)
  void authorizationResponseTakenConcurrently() throws Exception {
    JdbcAuthorizationStore.of(pool).save(authorization("ann", "{}"));
    List<FutureTask<StoredAuthorization>> takers =
        Stream.generate(
                () ->
                    new FutureTask<>(
                        () -> JdbcAuthorizationStore.of(pool).take(state("ann"), "ann")))
            .limit(8)
            .toList();
    takers.forEach(taker -> new Thread(taker).start());
    int taken = 0;
    for (FutureTask<StoredAuthorization> taker : takers) {
      taken += taker.get(60, TimeUnit.SECONDS) == null ? 0 : 1;
    }

    results.note("by %d", taken);
    assertThat(taken).isEqualTo(1);
  }

  /** Runs the script a second time by hand, then Liquibase after dropping the table. */
  @Test
  @Order(9)
  void tableByFlywayAndLiquibase() throws Exception {
    JdbcTokenStore.of(pool).save(Instance.KEY, Instance.token(1));
    try (var script =
        JdbcTokenStore.class.getResourceAsStream(
            "/io/mcpbridge/oauth/" + database.vendor() + "/R__mcp_oauth_entry.sql")) {
      for (String sql :
          new String(script.readAllBytes(), StandardCharsets.UTF_8).strip().split(";")) {
        execute(sql);
      }
    }
    assertThat(Instance.number(JdbcTokenStore.of(pool))).as("nothing is lost").isEqualTo(1);

    execute("drop table mcp_oauth_entry");
    database.updateByLiquibase("changelog.xml");
    JdbcTokenStore.of(pool).save(Instance.KEY, Instance.token(2));

    assertThat(Instance.number(JdbcTokenStore.of(pool))).isEqualTo(2);
    results.note("created by both, twice harmless");
  }
}
