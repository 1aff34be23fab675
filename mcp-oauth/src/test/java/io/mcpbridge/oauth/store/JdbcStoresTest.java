package io.mcpbridge.oauth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpException;
import io.mcpbridge.oauth.FakeHttpServer;
import io.mcpbridge.oauth.MutableClock;
import io.mcpbridge.oauth.OAuthCredentials;
import io.mcpbridge.oauth.OAuthTestEnvironment;
import io.mcpbridge.oauth.core.AuthorizationRequiredException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredAuthorization;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.oauth.internal.token.DPoPKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens and pending authorizations in a table that several instances share. */
class JdbcStoresTest extends DatabaseTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final TokenKey KEY =
      new TokenKey("server", "resource", "issuer", "client", "ada-lovelace");
  private static final OAuthToken TOKEN =
      new OAuthToken(
          "secret-access",
          "DPoP",
          "secret-refresh",
          Instant.parse("2026-01-02T03:04:05.678Z"),
          Set.of("read,write", "admin"),
          Set.of("read,write"),
          DPoPKey.generate().toJwk());

  private List<String> contents() throws SQLException {
    List<String> contents = new ArrayList<>();
    try (Statement statement = keepAliveConnection.createStatement();
        ResultSet rows = statement.executeQuery("select * from mcp_oauth_entry")) {
      while (rows.next()) {
        contents.add(rows.getString(1) + " " + rows.getString(3));
      }
    }
    return contents;
  }

  @Test
  void sharesTokensBetweenInstances() {
    StoredRegistration registration =
        new StoredRegistration("c", "s", "client_secret_basic", null, URI.create("https://a/b"));
    JdbcTokenStore.of(database).save(KEY, TOKEN);
    JdbcTokenStore.of(database).save(new RegistrationKey("r", "i"), registration);

    JdbcTokenStore otherInstance = JdbcTokenStore.of(database);

    assertThat(otherInstance.find(KEY)).isEqualTo(TOKEN);
    assertThat(otherInstance.find(new RegistrationKey("r", "i"))).isEqualTo(registration);
    otherInstance.remove(KEY);
    assertThat(JdbcTokenStore.of(database).find(KEY)).isNull();
  }

  /** For users who left; a refresh token may be valid for years. */
  @Test
  void removesUnusedTokens() throws SQLException {
    MutableClock clock = new MutableClock();
    JdbcTokenStore store = new JdbcTokenStore(database, null, clock);
    RegistrationKey client = new RegistrationKey("r", "i");
    StoredRegistration registration = registration("id");
    store.save(key("used"), TOKEN);
    store.save(key("renewed"), TOKEN);
    store.save(key("left"), TOKEN);
    store.save(client, registration);
    store.save(new RegistrationKey("left", "i"), registration);
    execute("update mcp_oauth_entry set ends_at = 0"); // as written by an earlier version
    List.of("used", "renewed", "left")
        .forEach(user -> assertThat(store.find(key(user))).isNotNull());
    store.find(new RegistrationKey("left", "i"));

    clock.pass(Duration.ofDays(60));
    store.find(key("used"));
    store.find(client);
    store.save(key("renewed"), TOKEN);
    clock.pass(Duration.ofDays(60));
    store.save(key("new"), TOKEN);

    assertThat(contents()).hasSize(4);
    assertThat(store.find(key("used"))).isEqualTo(TOKEN);
    assertThat(store.find(key("renewed"))).isEqualTo(TOKEN);
    assertThat(store.find(client)).isEqualTo(registration);
  }

  private static TokenKey key(String principal) {
    return new TokenKey("server", "resource", "issuer", "client", principal);
  }

  @Test
  void distinguishesSimilarKeys() {
    JdbcTokenStore store = JdbcTokenStore.of(database);
    store.save(new TokenKey("server", "ab", "c", "client", "ada"), TOKEN);

    assertThat(
            Stream.of(
                    new TokenKey("server", "a", "bc", "client", "ada"),
                    new TokenKey("serve", "rab", "c", "client", "ada"),
                    new TokenKey("another", "ab", "c", "client", "ada"),
                    new TokenKey("server", "ab", "c", "clientada", ""),
                    new TokenKey("server", "ab", "c", "client", "Ada"),
                    new TokenKey("server", "ab", "c", "client", "x".repeat(5_000)))
                .map(store::find))
        .containsOnlyNulls();
    assertThat(store.find(new TokenKey("server", "ab", "c", "client", "ada"))).isNotNull();
  }

  /** RFC 3629: a lone surrogate is not a character, and would become a question mark. */
  @Test
  void rejectsInvalidUnicodeNames() {
    JdbcTokenStore store = JdbcTokenStore.of(database);
    store.save(key("ada?"), TOKEN);
    JdbcAuthorizationStore authorizations = JdbcAuthorizationStore.of(database);
    URI server = URI.create("https://a/mcp");
    Instant later = Instant.now().plusSeconds(60);

    for (String name : List.of("ada\ud800", "ada\udfff", "\udfff\ud800")) {
      for (Runnable use :
          List.<Runnable>of(
              () -> store.find(key(name)),
              () -> store.save(key(name), TOKEN),
              () -> store.exclusively(key(name), SOON, () -> true),
              () -> authorizations.save(new StoredAuthorization("s", name, server, later, "{}")))) {
        assertThatThrownBy(use::run)
            .isInstanceOf(McpException.class)
            .hasMessageContaining("is not valid Unicode text");
      }
    }
    store.save(key("ada\ud83d\ude00"), TOKEN);
    assertThat(store.find(key("ada\ud83d\ude00"))).isEqualTo(TOKEN);
    assertThat(store.find(key("ada\ud83d\ude01"))).isNull();
  }

  @Test
  void encryptsAndAuthenticatesEntries() throws SQLException {
    SecretKey key = new SecretKeySpec(new byte[32], "AES");
    JdbcTokenStore store = JdbcTokenStore.of(database, key);
    TokenKey ofGrace = new TokenKey("server", "resource", "issuer", "client", "grace");
    store.save(KEY, TOKEN);

    assertThat(contents())
        .singleElement()
        .asString()
        .doesNotContain("secret", "lovelace", "issuer");
    assertThat(store.find(KEY)).isEqualTo(TOKEN);
    byte[] another = new byte[32];
    another[0] = 1;
    assertThat(JdbcTokenStore.of(database, new SecretKeySpec(another, "AES")).find(KEY)).isNull();
    assertThat(JdbcTokenStore.of(database).find(KEY)).isNull();

    store.save(ofGrace, TOKEN);
    String ofAda = "(select content from mcp_oauth_entry where ends_at = 7)";
    execute("update mcp_oauth_entry set ends_at = 7 where entry_key = '" + hash(KEY) + "'");
    execute("update mcp_oauth_entry set content = " + ofAda);
    assertThat(store.find(KEY)).isEqualTo(TOKEN);
    assertThat(store.find(ofGrace)).as("the row of another principal").isNull();
  }

  private static String hash(TokenKey key) {
    return EntryKey.of(
        "token", key.server(), key.resource(), key.issuer(), key.clientId(), key.principal());
  }

  /** A second use of a refresh token may cost the user all tokens. */
  @Test
  void refreshesOnceAcrossInstances() throws Exception {
    try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
      MutableClock clock = new MutableClock();
      List<OAuthCredentials> instances =
          Stream.generate(
                  () ->
                      environment
                          .credentials(clock)
                          .tokenStore(JdbcTokenStore.of(database))
                          .build())
              .limit(4)
              .toList();
      refuse(instances.get(0), null);
      String first = sentBy(environment, instances.get(0));
      clock.pass(Duration.ofMinutes(10));

      List<Thread> threads =
          instances.stream().map(instance -> new Thread(() -> refuse(instance, first))).toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join(SOON.toMillis());
      }

      assertThat(environment.auth.requests("/token"))
          .filteredOn(request -> request.form().get("grant_type").equals("refresh_token"))
          .hasSize(1);
      assertThat(environment.auth.requests("/register")).hasSize(1);
      assertThat(instances.stream().map(instance -> sentBy(environment, instance)).distinct())
          .singleElement()
          .isNotEqualTo(first);
    }
  }

  /** Another instance must not start while this one waits for the authorization server. */
  @Test
  void leaseOutlivesRefresh() throws SQLException {
    try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
      MutableClock clock = new MutableClock();
      OAuthCredentials credentials =
          environment
              .credentials(clock)
              .urlPolicy(UrlPolicy.defaults().allowLoopback().withTimeout(Duration.ofSeconds(100)))
              .tokenStore(JdbcTokenStore.of(database))
              .build();
      refuse(credentials, null);
      clock.pass(Duration.ofMinutes(10));
      List<Instant> ends = new CopyOnWriteArrayList<>();
      Instant begin = Instant.now();
      environment.tokens =
          request -> {
            ends.addAll(endsOf("content = 'turn'"));
            return FakeHttpServer.Reply.json(environment.token(null));
          };

      assertThat(refuse(credentials, sentBy(environment, credentials))).isTrue();

      assertThat(ends).singleElement();
      assertThat(ends.get(0))
          .as("a request, once more with a nonce, and the store")
          .isBetween(begin.plusSeconds(200), Instant.now().plusSeconds(230));
    }
  }

  private List<Instant> endsOf(String where) {
    List<Instant> ends = new ArrayList<>();
    try (Statement statement = keepAliveConnection.createStatement();
        ResultSet rows =
            statement.executeQuery("select ends_at from mcp_oauth_entry where " + where)) {
      while (rows.next()) {
        ends.add(Instant.ofEpochSecond(rows.getLong(1)));
      }
      return ends;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A crashed instance does not release its lease. */
  @Test
  void leaseOfCrashedInstanceExpires() {
    JdbcTokenStore store = JdbcTokenStore.of(database);
    String turn = EntryKey.of("turn", hash(KEY));
    execute("insert into mcp_oauth_entry values ('" + turn + "', 1, 'of the dead')");

    assertThat(store.<String>exclusively(KEY, SOON, () -> "done")).isEqualTo("done");
    assertThat(store.<String>exclusively(KEY, SOON, () -> "again")).isEqualTo("again");
  }

  /** Oracle, DB2, Derby and SQL Server cannot compare a {@code clob}. */
  @Test
  void releasesLeaseWithoutContentComparison() throws SQLException {
    JdbcTokenStore store =
        JdbcTokenStore.of(databaseRejecting(sql -> sql.matches(".* where .*content.*")));

    assertThat(store.<String>exclusively(KEY, SOON, () -> "done")).isEqualTo("done");
    assertThat(contents()).as("the turn was given back").isEmpty();
  }

  @Test
  void keepsResultWhenLeaseReleaseFails() {
    AtomicBoolean away = new AtomicBoolean();
    JdbcTokenStore store = JdbcTokenStore.of(databaseRejecting(sql -> away.get()));

    assertThat(
            store.<String>exclusively(
                KEY,
                SOON,
                () -> {
                  away.set(true);
                  return "done";
                }))
        .isEqualTo("done");
  }

  /** A transaction-aware data source, with one connection for each thread's transaction. */
  @Test
  void doesNotJoinCallersTransaction() throws Exception {
    execute("create table orders (id int)");
    Thread asking = Thread.currentThread();
    try (Connection shared = database.getConnection()) {
      shared.setAutoCommit(false);
      Connection handle =
          proxy(
              Connection.class,
              (method, arguments) ->
                  method.getName().equals("close") ? null : method.invoke(shared, arguments));
      JdbcTokenStore store =
          JdbcTokenStore.of(
              dataSourceOf(
                  () -> Thread.currentThread() == asking ? handle : database.getConnection()));
      try (Statement statement = shared.createStatement()) {
        statement.execute("insert into orders values (1)");
      }

      store.save(KEY, TOKEN);
      OAuthToken stored = store.find(KEY);
      shared.rollback();

      assertThat(stored).isEqualTo(TOKEN);
      assertThat(store.find(KEY)).as("not taken back").isEqualTo(TOKEN);
      try (Statement statement = keepAliveConnection.createStatement();
          ResultSet orders = statement.executeQuery("select * from orders")) {
        assertThat(orders.next()).as("committed").isFalse();
      }
    }
  }

  /** Pools may be configured without auto-commit; no write is lost. */
  @Test
  void commitsWithoutAutoCommit() {
    JdbcTokenStore store =
        JdbcTokenStore.of(
            dataSourceOf(
                () -> {
                  Connection connection = database.getConnection();
                  connection.setAutoCommit(false);
                  return connection;
                }));

    store.save(KEY, TOKEN);

    assertThat(JdbcTokenStore.of(database).find(KEY)).isEqualTo(TOKEN);
  }

  /** H2, except that it rejects these statements as another database would. */
  private DataSource databaseRejecting(Predicate<String> statements) {
    return databaseRejecting(statements, new SQLException("refused", "42818"));
  }

  private DataSource databaseRejecting(Predicate<String> statements, SQLException refusal) {
    return dataSourceOf(
        () -> {
          Connection connection = database.getConnection();
          return proxy(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("prepareStatement")
                    && statements.test((String) arguments[0])) {
                  throw refusal;
                }
                return method.invoke(connection, arguments);
              });
        });
  }

  private static DataSource dataSourceOf(Callable<Connection> connections) {
    return proxy(DataSource.class, (method, arguments) -> connections.call());
  }

  private interface MethodHandler {
    Object handle(Method method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, MethodHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return handler.handle(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static boolean refuse(OAuthCredentials credentials, String refused) {
    return credentials.renew(new Challenge(401, List.of("Bearer"), null, refused));
  }

  private static String sentBy(OAuthTestEnvironment environment, OAuthCredentials credentials) {
    OutgoingRequest request =
        new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]);
    return credentials.headersFor(request).get("Authorization");
  }

  @Test
  void completesAuthorizationOnOtherInstance() {
    try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
      OAuthCredentials first = instance(environment);
      URI page =
          catchThrowableOfType(AuthorizationRequiredException.class, () -> refuse(first, null))
              .url();
      Map<String, String> parameters = FakeHttpServer.parameters(page.getRawQuery());

      OAuthCredentials second = instance(environment);
      second.complete(
          "code="
              + "code-1"
              + "&state="
              + parameters.get("state")
              + "&iss="
              + environment.auth.url());

      assertThat(sentBy(environment, second)).startsWith("Bearer ");
    }
  }

  /** The table has another column. */
  @Test
  void reportsFailedInsert() {
    execute("alter table mcp_oauth_entry add column tenant int not null");

    assertThatThrownBy(() -> JdbcTokenStore.of(database).save(KEY, TOKEN))
        .isInstanceOf(McpException.class)
        .hasMessageContainingAll("23502", "see JdbcTokenStore for how to create it");
  }

  /** MySQL and Oracle have one code for all constraint violations. */
  @Test
  void reportsConstraintViolationWithoutRow() {
    DataSource strange =
        databaseRejecting(sql -> sql.startsWith("insert"), new SQLException("broken", "23000"));

    assertThatThrownBy(() -> JdbcTokenStore.of(strange).save(KEY, TOKEN))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("see JdbcTokenStore for how to create it");
  }

  /** Deadlocks in MariaDB, and serialization failures in PostgreSQL. */
  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void retriesRolledBackStatement(String state) {
    AtomicInteger refusals = new AtomicInteger();
    SQLException takenBack = new SQLException("deadlock", state);
    JdbcTokenStore store =
        JdbcTokenStore.of(databaseRejecting(sql -> refusals.incrementAndGet() % 3 != 0, takenBack));

    store.save(KEY, TOKEN);

    assertThat(store.find(KEY)).isEqualTo(TOKEN);
    assertThatThrownBy(() -> JdbcTokenStore.of(databaseRejecting(sql -> true, takenBack)).find(KEY))
        .isInstanceOf(McpException.class)
        .hasMessageContaining(state);
  }

  /** Users who were redirected with one client id would come back to the other. */
  @Test
  void concurrentRegistrationsAgreeOnOneClient() {
    try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
      JdbcTokenStore otherInstance = JdbcTokenStore.of(database);
      URI back = URI.create("https://app.example.com/mcp/callback");
      StoredRegistration faster = new StoredRegistration("faster", null, "none", null, back);
      RegistrationKey key = new RegistrationKey(environment.mcpUrl(), environment.issuer());
      AtomicBoolean done = new AtomicBoolean();
      DataSource slow =
          databaseRejecting(
              sql -> {
                if (!sql.startsWith("select") && !done.getAndSet(true)) {
                  otherInstance.save(key, faster);
                }
                return false;
              });
      OAuthCredentials credentials = instance(environment, slow);

      URI page =
          catchThrowableOfType(
                  AuthorizationRequiredException.class, () -> refuse(credentials, null))
              .url();

      assertThat(FakeHttpServer.parameters(page.getRawQuery()))
          .containsEntry("client_id", "faster");
      assertThat(otherInstance.find(key)).isEqualTo(faster);
      assertThat(environment.auth.requests("/register")).hasSize(1);
    }
  }

  @Test
  void keepsFirstReadableRegistration() {
    RegistrationKey key = new RegistrationKey("r", "i");
    StoredRegistration first = registration("first");
    StoredRegistration second = registration("second");

    for (TokenStore store : List.of(TokenStore.inMemory(), JdbcTokenStore.of(database))) {
      assertThat(store.saveIfNone(key, first)).isEqualTo(first);
      assertThat(store.saveIfNone(key, second)).isEqualTo(first);
      assertThat(store.find(key)).isEqualTo(first);
    }
    JdbcTokenStore sealed = JdbcTokenStore.of(database, new SecretKeySpec(new byte[32], "AES"));
    assertThat(sealed.saveIfNone(key, second)).isEqualTo(second);
    assertThat(sealed.find(key)).isEqualTo(second);
  }

  private static StoredRegistration registration(String name) {
    return new StoredRegistration(name, null, null, null, URI.create("http://127.0.0.1/callback"));
  }

  private OAuthCredentials instance(OAuthTestEnvironment environment) {
    return instance(environment, database);
  }

  private OAuthCredentials instance(OAuthTestEnvironment environment, DataSource database) {
    return OAuthCredentials.builder(environment.mcpUrl())
        .urlPolicy(UrlPolicy.defaults().allowLoopback())
        .redirectUri("https://app.example.com/mcp/callback")
        .principal(() -> "ann")
        .tokenStore(JdbcTokenStore.of(database))
        .authorizationStore(JdbcAuthorizationStore.of(database))
        .build();
  }

  @Test
  void takesAuthorizationOnceAndForItsUser() throws Exception {
    Instant later = Instant.now().plusSeconds(60);
    JdbcAuthorizationStore store = JdbcAuthorizationStore.of(database);
    StoredAuthorization begun =
        new StoredAuthorization("state", "ada", URI.create("https://a/mcp"), later, "{}");
    store.save(begun);
    assertThat(store.find("state")).isEqualTo(begun);
    assertThat(store.take("state", "grace")).isNull();

    AtomicInteger taken = new AtomicInteger();
    List<Thread> threads =
        Stream.generate(
                () ->
                    new Thread(
                        () -> {
                          if (JdbcAuthorizationStore.of(database).take("state", "ada") != null) {
                            taken.incrementAndGet();
                          }
                        }))
            .limit(8)
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(SOON.toMillis());
    }

    assertThat(taken).hasValue(1);
  }

  @Test
  void removesAbandonedAuthorizations() throws SQLException {
    JdbcAuthorizationStore store = JdbcAuthorizationStore.of(database);
    URI server = URI.create("https://a/mcp");
    store.save(new StoredAuthorization("old", "ada", server, Instant.EPOCH.plusSeconds(9), "{}"));
    store.save(new StoredAuthorization("new", "ada", server, Instant.now().plusSeconds(60), "{}"));

    assertThat(contents()).singleElement().asString().contains("\"new\"");
  }

  @Test
  void reportsMissingTableWithoutToken() {
    execute("drop table mcp_oauth_entry");

    assertThatThrownBy(() -> JdbcTokenStore.of(database).save(KEY, TOKEN))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("mcp_oauth_entry")
        .hasNoCause();
  }
}
