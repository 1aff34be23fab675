package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.StoredApproval;
import io.mcpbridge.error.McpException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The store of {@code McpApprovals} in a table, on one database. */
public abstract class ApprovalStoreContract {

  private static final SecretKey KEY = new SecretKeySpec(new byte[32], "AES");
  private static final String ADA = "a".repeat(64);
  private static final String BOB = "b".repeat(64);
  private static final Duration HOUR = Duration.ofHours(1);

  private final DataSource database;
  private final JdbcApprovalStore store;

  /**
   * @param database with an empty table
   */
  protected ApprovalStoreContract(DataSource database) {
    this.database = database;
    this.store = JdbcApprovalStore.of(database, KEY);
  }

  /** The database, with sessions in another time zone. */
  protected abstract DataSource inTimeZone(String zone);

  @BeforeEach
  void empty() throws SQLException {
    execute("delete from mcp_approval");
  }

  private int execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  /** Of the only row. */
  private String content() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select content from mcp_approval")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private StoredApproval insert(String id, String user, Duration age, Duration time) {
    Instant created = store.now().minus(age);
    StoredApproval approval =
        StoredApproval.of(
            id,
            0,
            ApprovalState.WAITING,
            user,
            talkOf(user),
            created,
            store.now().plus(time),
            "content of " + id);
    store.insert(approval);
    return approval;
  }

  private static String talkOf(String user) {
    return new StringBuilder(user).reverse().toString();
  }

  private StoredApproval insert(String id) {
    return insert(id, ADA, Duration.ZERO, HOUR);
  }

  private static StoredApproval next(StoredApproval previous, ApprovalState state, String content) {
    return next(previous, state, previous.expires(), content);
  }

  private static StoredApproval next(
      StoredApproval previous, ApprovalState state, Instant expires, String content) {
    return StoredApproval.of(
        previous.id(),
        previous.version() + 1,
        state,
        previous.user(),
        state == ApprovalState.EXECUTED ? null : previous.conversation(),
        previous.created(),
        expires,
        content);
  }

  private static void assertSame(StoredApproval actual, StoredApproval expected) {
    assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
  }

  @Test
  void findsWhatWasInserted() {
    StoredApproval ofAda = insert("1");
    StoredApproval ofBob = insert("2", BOB, Duration.ZERO, HOUR);

    assertSame(store.find("1"), ofAda);
    assertSame(JdbcApprovalStore.of(database, KEY).find("2"), ofBob);
    assertThat(store.findAll(List.of("1", "2", "3"))).hasSize(2);
    assertThat(store.findAll(List.of())).isEmpty();
    assertThat(store.find("3")).isNull();
    assertThat(store.isShared()).isTrue();
  }

  @Test
  void findsNothingForOtherId() {
    insert("a1");

    assertThat(
            Stream.of(
                    "",
                    " ",
                    "a1 ",
                    "A1",
                    "a1\u0000",
                    "' or '1' = '1",
                    "\u00e1" + "1",
                    "a\ud800",
                    "a1".repeat(100_000))
                .filter(id -> store.find(id) != null))
        .isEmpty();
  }

  @Test
  void insertsEachIdOnce() {
    StoredApproval first = insert("1");

    assertThatThrownBy(() -> insert("1", BOB, Duration.ZERO, HOUR))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("mcp_approval");
    assertSame(store.find("1"), first);
  }

  @Test
  void findsMoreIdsThanOneStatementTakes() {
    List<String> ids = IntStream.range(0, 1_200).mapToObj(Integer::toString).toList();
    ids.forEach(this::insert);

    assertThat(store.findAll(ids)).hasSize(1_200);
  }

  @Test
  void listsOldestFirstByStateAndUser() {
    for (int i = 0; i < 6; i++) {
      insert("" + i, i % 2 == 0 ? ADA : BOB, Duration.ofMinutes(i), HOUR);
    }
    StoredApproval denied = store.find("0");
    store.replace(denied, next(denied, ApprovalState.DENIED, "no"), true);

    assertThat(store.list(Set.of(ApprovalState.WAITING), null, null, 100))
        .extracting(StoredApproval::id)
        .containsExactly("5", "4", "3", "2", "1");
    assertThat(store.list(Set.of(ApprovalState.values()), ADA, null, 100))
        .extracting(StoredApproval::id)
        .containsExactly("4", "2", "0");
    assertThat(store.list(Set.of(ApprovalState.WAITING), BOB, null, 2))
        .extracting(StoredApproval::id)
        .containsExactly("5", "3");
    assertThat(store.list(Set.of(), null, null, 100)).isEmpty();
    assertThat(store.list(Set.of(ApprovalState.WAITING), null, null, 0)).isEmpty();
  }

  @Test
  void replacesItsVersionOnly() {
    StoredApproval first = insert("1");
    StoredApproval second = next(first, ApprovalState.ALLOWED, "yes");

    assertThat(store.replace(first, second, true)).isTrue();
    assertThat(store.replace(first, next(first, ApprovalState.DENIED, "no"), false)).isFalse();
    assertSame(store.find("1"), second);
  }

  @Test
  void oneOfManyReplaces() throws Exception {
    int threads = 8;
    for (int round = 0; round < 20; round++) {
      StoredApproval first = insert("round-" + round);
      CyclicBarrier start = new CyclicBarrier(threads);
      List<FutureTask<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String content = "by " + i;
        JdbcApprovalStore instance = JdbcApprovalStore.of(database, KEY);
        Callable<Boolean> decide =
            () -> {
              start.await(60, TimeUnit.SECONDS);
              return instance.replace(first, next(first, ApprovalState.ALLOWED, content), true);
            };
        tasks.add(new FutureTask<>(decide));
      }
      tasks.forEach(task -> new Thread(task).start());
      List<String> winners = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        if (tasks.get(i).get(60, TimeUnit.SECONDS)) {
          winners.add("by " + i);
        }
      }

      assertThat(winners).containsExactly(store.find(first.id()).content());
    }
  }

  @Test
  void replacesExpiredOnlyWhereAllowed() {
    StoredApproval expired = insert("1", ADA, HOUR, Duration.ofMillis(-1));
    StoredApproval allowed = next(expired, ApprovalState.ALLOWED, "late");

    assertThat(store.replace(expired, allowed, true)).isFalse();
    assertSame(store.find("1"), expired);
    assertThat(store.replace(expired, next(expired, ApprovalState.EXPIRED, "over"), false))
        .isTrue();
  }

  /** The clock of the application is of no account. */
  @Test
  void pagesGoOnAfterLastEntryAndPassUnreadableRows() throws SQLException {
    for (int i = 0; i < 5; i++) {
      insert("" + i, ADA, Duration.ofMinutes(5 - i), HOUR);
    }
    assertThat(execute("update mcp_approval set version = 7 where entry_key in ('0', '3')"))
        .isEqualTo(2);
    Set<ApprovalState> waiting = Set.of(ApprovalState.WAITING);

    assertThat(store.list(waiting, ADA, null, 2))
        .extracting(StoredApproval::id)
        .containsExactly("1", "2");
    assertThat(store.list(waiting, null, store.find("2"), 2))
        .extracting(StoredApproval::id)
        .containsExactly("4");
    assertThat(store.list(waiting, null, store.find("4"), 2)).isEmpty();
  }

  @Test
  void replacesUserAndTimeOfRememberedDecision() {
    StoredApproval first = insert("1");
    StoredApproval next =
        StoredApproval.of(
            "1",
            1,
            ApprovalState.REMEMBERED,
            BOB,
            null,
            first.created().plusSeconds(1),
            first.expires(),
            "again");
    assertThat(store.replace(first, next, false)).isTrue();

    assertSame(store.find("1"), next);
  }

  @Test
  void listsWhatConversationWaitsFor() {
    StoredApproval first = insert("1");
    insert("2", BOB, Duration.ZERO, HOUR);
    StoredApproval second = insert("3");
    assertThat(store.listConversation(talkOf(ADA), 100))
        .extracting(StoredApproval::id)
        .containsExactlyInAnyOrder("1", "3");
    assertThat(store.listConversation(talkOf(ADA), 1)).hasSize(1);

    assertThat(store.replace(first, next(first, ApprovalState.EXECUTED, "over"), false)).isTrue();
    assertThat(store.listConversation(talkOf(ADA), 100))
        .extracting(StoredApproval::id)
        .containsExactly(second.id());
    assertThat(store.listConversation("null", 100)).isEmpty();
  }

  @Test
  void expiresByClockOfDatabase() {
    Clock fast = Clock.fixed(Instant.parse("2100-01-01T00:00:00Z"), ZoneOffset.UTC);
    JdbcApprovalStore instance = new JdbcApprovalStore(database, KEY, fast);
    StoredApproval waiting = insert("1");

    assertThat(instance.now()).isBefore(fast.instant());
    assertThat(instance.replace(waiting, next(waiting, ApprovalState.ALLOWED, "yes"), true))
        .isTrue();
  }

  @Test
  void timeDoesNotDependOnTimeZoneOfSession() {
    for (String zone : List.of("UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland")) {
      JdbcApprovalStore instance = JdbcApprovalStore.of(inTimeZone(zone));

      Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      Instant now = instance.now();

      assertThat(now).as(zone).isBetween(before, Instant.now());
    }
  }

  @Test
  void editedRowIsAbsent() throws SQLException {
    for (String edit :
        List.of(
            "state = 'ALLOWED'",
            "state = 'A_LATER_ONE'",
            "version = 7",
            "owner = 'other'",
            "conversation = 'other'",
            "conversation = null",
            "ends_at = ends_at + 1",
            "created_at = created_at - 1",
            "entry_key = '2'",
            "content = 'content of 1'",
            "content = '{}'",
            "content = 'aes-gcm:AAAA'",
            "content = concat(content, 'A')")) {
      empty();
      insert("1");
      assertThat(store.find("1")).isNotNull();
      assertThat(execute("update mcp_approval set " + edit)).isEqualTo(1);

      assertThat(store.findAll(List.of("1", "2"))).as(edit).isEmpty();
      assertThat(store.list(Set.of(ApprovalState.values()), null, null, 100)).as(edit).isEmpty();
    }
  }

  @Test
  void olderContentIsAbsent() throws SQLException {
    StoredApproval waiting = insert("1");
    StoredApproval allowed = next(waiting, ApprovalState.ALLOWED, "yes");
    store.replace(waiting, allowed, true);
    String copy = content();
    store.replace(allowed, next(allowed, ApprovalState.EXECUTED, "done"), false);

    execute("update mcp_approval set content = '" + copy + "'");
    assertThat(store.find("1")).isNull();
    execute("update mcp_approval set state = 'ALLOWED'");

    assertThat(store.find("1")).as("of another version").isNull();
  }

  @Test
  void contentOfOtherCallIsAbsent() throws SQLException {
    insert("1");
    String copy = content();
    insert("2");
    execute("update mcp_approval set content = '" + copy + "'");

    assertThat(store.find("1")).isNotNull();
    assertThat(store.find("2")).isNull();
  }

  @Test
  void rowOfOtherKeyIsAbsent() {
    byte[] bytes = new byte[32];
    bytes[0] = 1;
    insert("1");

    assertThat(JdbcApprovalStore.of(database).find("1")).isNull();
    assertThat(JdbcApprovalStore.of(database, new SecretKeySpec(bytes, "AES")).find("1")).isNull();
    assertThat(store.find("1")).isNotNull();
  }

  @Test
  void contentIsEncryptedWithKeyOnly() throws SQLException {
    insert("1");
    JdbcApprovalStore.of(database)
        .insert(
            StoredApproval.of(
                "2",
                0,
                ApprovalState.WAITING,
                BOB,
                null,
                store.now(),
                store.now(),
                "content of 2"));

    assertThat(execute("delete from mcp_approval where content like '%content of 1%'")).isZero();
    assertThat(execute("delete from mcp_approval where content = 'content of 2'")).isEqualTo(1);
  }

  @Test
  void removesCallsAfterRetention() {
    StoredApproval over = insert("over");
    store.replace(
        over, next(over, ApprovalState.EXECUTED, store.now().minusMillis(1), "done"), false);
    StoredApproval retained = insert("retained");
    store.replace(
        retained, next(retained, ApprovalState.DENIED, store.now().plus(HOUR), "no"), false);
    insert("expired", ADA, HOUR, Duration.ofMillis(-1));
    insert("forgotten", ADA, HOUR, Duration.ofDays(-91));

    assertThat(store.find("over")).as("at most once a minute").isNotNull();
    JdbcApprovalStore.of(database, KEY)
        .insert(
            StoredApproval.of(
                "new", 0, ApprovalState.WAITING, ADA, null, store.now(), store.now(), ""));

    assertThat(store.findAll(List.of("over", "retained", "expired", "forgotten", "new")))
        .extracting(StoredApproval::id)
        .containsExactlyInAnyOrder("retained", "expired", "new");
  }

  @Test
  void leavesRowOfLaterVersionAlone() throws SQLException {
    insert("1");
    execute("update mcp_approval set state = 'ESCALATED', ends_at = 1000 * ends_at");

    JdbcApprovalStore instance = JdbcApprovalStore.of(database, KEY);
    instance.insert(
        StoredApproval.of("2", 0, ApprovalState.WAITING, ADA, null, store.now(), store.now(), ""));

    assertThat(instance.find("1")).isNull();
    assertThat(execute("update mcp_approval set content = '' where state = 'ESCALATED'"))
        .isEqualTo(1);
  }

  @Test
  void keepsContentOfAnyLengthAndCharacters() {
    String text = "\u00e9\ud83d\ude00\u0001\"'\\\n".repeat(50_000);
    StoredApproval first = insert("1");
    StoredApproval second = next(first, ApprovalState.ALLOWED, text);

    assertThat(store.replace(first, second, true)).isTrue();
    assertThat(store.find("1").content()).isEqualTo(text);
  }
}
