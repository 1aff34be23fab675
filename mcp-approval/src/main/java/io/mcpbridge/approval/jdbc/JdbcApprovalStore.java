package io.mcpbridge.approval.jdbc;

import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.StoredApproval;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.jdbc.EncryptedText;
import io.mcpbridge.internal.jdbc.JdbcTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the calls that need approval in a table, for all instances of an application, so that a
 * decision can be made in each of them and survives a restart. The application creates the table:
 *
 * <pre>{@code
 * create table mcp_approval (
 *   entry_key varchar(64) not null primary key,
 *   version bigint not null,
 *   state varchar(20) not null,
 *   owner varchar(64) not null,
 *   conversation varchar(64),
 *   created_at bigint not null,
 *   ends_at bigint not null,
 *   content text not null  -- clob, where there is no text; longtext in MySQL and MariaDB
 * )
 * }</pre>
 *
 * <p>The scripts for H2, MariaDB, MySQL, Oracle, PostgreSQL and SQL Server, with indexes, are
 * resources of this module, such as {@code
 * io/mcpbridge/approval/jdbc/postgresql/R__mcp_approval.sql}, for Flyway ({@code
 * classpath:io/mcpbridge/approval/jdbc/postgresql}) and Liquibase ({@code sqlFile}).
 *
 * <p>Calls expire by the clock of the database, or by that of the application with databases other
 * than these. Each change compares the version of the row, so that only one instance makes it. Each
 * statement uses a connection and a transaction of its own, in addition to those of the calling
 * thread, so size the pool for them. Calls that are over are removed after {@link
 * io.mcpbridge.approval.McpApprovals.Builder#retention}, and all others 90 days after they expired.
 * Thread-safe.
 */
public final class JdbcApprovalStore implements ApprovalStore {

  private static final Logger log = LoggerFactory.getLogger(JdbcApprovalStore.class);

  private static final String TABLE = "mcp_approval";
  private static final String SELECT =
      "select entry_key, version, state, owner, conversation, created_at, ends_at, content from "
          + TABLE;

  /** Databases limit the number of parameters, Oracle to 1,000 in a list. */
  private static final int MAX_IDS = 500;

  private static final int MAX_ID_LENGTH = 64;

  /** How long a call is kept after it expired that has not been marked as expired. */
  private static final Duration UNFINISHED_LIFETIME = Duration.ofDays(90);

  private static final Duration REMOVAL_INTERVAL = Duration.ofMinutes(1);

  private static final Object[] FINAL_STATES =
      Arrays.stream(ApprovalState.values())
          .filter(ApprovalState::isFinal)
          .map(Enum::name)
          .toArray();

  private final JdbcTable table;
  private final EncryptedText encryption;
  private final AtomicBoolean isWarned = new AtomicBoolean();
  private final AtomicLong nextRemoval = new AtomicLong(System.nanoTime());

  JdbcApprovalStore(DataSource database, @Nullable SecretKey key, Clock clock) {
    this.table = new JdbcTable(database, TABLE, script(TABLE), clock);
    this.encryption = new EncryptedText(key);
  }

  /** Where the developer finds how to create a table. */
  static String script(String table) {
    return "io/mcpbridge/approval/jdbc/<database>/R__" + table + ".sql in mcp-approval";
  }

  /**
   * Without encryption: anyone who can read the table sees users and arguments, and anyone who can
   * write it can approve calls.
   */
  public static JdbcApprovalStore of(DataSource database) {
    return new JdbcApprovalStore(database, null, Clock.systemUTC());
  }

  /**
   * With encryption (AES-GCM) of the call, its arguments, its user and the decision. Ids, states,
   * times and a hash of the user's name are not encrypted, but authenticated: a row that was
   * changed without the key, or was written with another key, is treated as absent. A row that was
   * replaced as a whole by an older copy of itself is not noticed.
   *
   * @param key for AES, of 128, 192 or 256 bits, the same for all instances
   * @throws IllegalArgumentException if AES cannot use the key
   */
  public static JdbcApprovalStore of(DataSource database, SecretKey key) {
    return new JdbcApprovalStore(database, key, Clock.systemUTC());
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(table.now());
  }

  /** Also removes rows, at most once a minute. */
  @Override
  public void insert(StoredApproval approval) {
    removeEnded();
    int inserted =
        table.update(
            "insert into "
                + TABLE
                + " (entry_key, version, state, owner, conversation, created_at, ends_at, content)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?)",
            approval.id(),
            approval.version(),
            approval.state().name(),
            approval.user(),
            approval.conversation(),
            approval.created().toEpochMilli(),
            approval.expires().toEpochMilli(),
            sealed(approval));
    if (inserted == 0) {
      throw table.unusable("it has a row with a new id, or takes no row of ours");
    }
  }

  private void removeEnded() {
    long next = nextRemoval.get();
    if (System.nanoTime() - next < 0
        || !nextRemoval.compareAndSet(next, System.nanoTime() + REMOVAL_INTERVAL.toNanos())) {
      return;
    }
    try {
      String now = table.nowSql();
      table.update(
          "delete from "
              + TABLE
              + " where ends_at < "
              + now
              + " and state in "
              + list(FINAL_STATES),
          FINAL_STATES);
      table.update(
          "delete from " + TABLE + " where ends_at < " + now + " - ?",
          UNFINISHED_LIFETIME.toMillis());
    } catch (McpException e) { // the call does not depend on it
      log.warn("Approvals that are over could not be removed; tried again: {}", e.getMessage());
    }
  }

  @Override
  public @Nullable StoredApproval find(String id) {
    return findAll(List.of(id)).stream().findFirst().orElse(null);
  }

  @Override
  public List<StoredApproval> findAll(Collection<String> ids) {
    List<String> keys = ids.stream().filter(JdbcApprovalStore::isId).toList();
    List<StoredApproval> approvals = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += MAX_IDS) {
      Object[] part = keys.subList(i, Math.min(keys.size(), i + MAX_IDS)).toArray();
      approvals.addAll(
          table.query(SELECT + " where entry_key in " + list(part), 0, this::read, part));
    }
    approvals.removeIf(approval -> !keys.contains(approval.id())); // a collation may ignore case
    return approvals;
  }

  /** Whether it can be one. Some databases refuse others. */
  private static boolean isId(String id) {
    return id.length() <= MAX_ID_LENGTH && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  @Override
  public List<StoredApproval> list(
      Collection<ApprovalState> states,
      @Nullable String user,
      @Nullable StoredApproval after,
      int limit) {
    if (states.isEmpty() || limit <= 0) {
      return List.of();
    }
    List<Object> values = new ArrayList<>(states.stream().map(Enum::name).toList());
    String where = " where state in " + list(values.toArray());
    if (user != null) {
      where += " and owner = ?";
      values.add(user);
    }
    Place start = after == null ? null : new Place(after.created().toEpochMilli(), after.id());
    return oldest(where, values, start, limit);
  }

  @Override
  public List<StoredApproval> listConversation(String conversation, int limit) {
    return oldest(" where conversation = ?", List.of(conversation), null, limit);
  }

  /** Where a row is in the order of lists. */
  private record Place(long createdAt, String id) {}

  private record Row(Place place, @Nullable StoredApproval approval) {}

  /** Rows that cannot be read do not count. */
  private List<StoredApproval> oldest(
      String where, List<?> values, @Nullable Place after, int limit) {
    List<StoredApproval> approvals = new ArrayList<>();
    Place last = after;
    int missing = limit;
    List<Row> rows;
    do {
      List<Object> all = new ArrayList<>(values);
      String next = "";
      if (last != null) {
        next = " and (created_at > ? or created_at = ? and entry_key > ?)";
        all.addAll(List.of(last.createdAt, last.createdAt, last.id));
      }
      rows =
          table.query(
              SELECT + where + next + " order by created_at, entry_key",
              missing,
              row -> new Row(new Place(row.getLong(6), row.getString(1)), read(row)),
              all.toArray());
      boolean isLastPage = rows.size() < missing;
      for (Row row : rows) {
        if (row.approval != null) {
          approvals.add(row.approval);
        }
        last = row.place;
      }
      missing = isLastPage ? 0 : limit - approvals.size();
    } while (missing > 0);
    return approvals;
  }

  private static String list(Object... values) {
    return "(" + String.join(", ", Collections.nCopies(values.length, "?")) + ")";
  }

  @Override
  public boolean replace(StoredApproval previous, StoredApproval next, boolean unlessExpired) {
    String update =
        "update "
            + TABLE
            + " set version = ?, state = ?, owner = ?, conversation = ?, created_at = ?, ends_at = ?,"
            + " content = ?"
            + " where entry_key = ? and version = ?"
            + (unlessExpired ? " and ends_at > " + table.nowSql() : "");
    return table.update(
            update,
            next.version(),
            next.state().name(),
            next.user(),
            next.conversation(),
            next.created().toEpochMilli(),
            next.expires().toEpochMilli(),
            sealed(next),
            previous.id(),
            previous.version())
        > 0;
  }

  private String sealed(StoredApproval approval) {
    return encryption.seal(
        place(
            approval.id(),
            approval.version(),
            approval.state().name(),
            approval.user(),
            approval.conversation(),
            approval.created().toEpochMilli(),
            approval.expires().toEpochMilli()),
        approval.content());
  }

  /** The row without its content, which can be decrypted only there. */
  private static String place(
      String id,
      long version,
      String state,
      String user,
      @Nullable String conversation,
      long createdAt,
      long endsAt) {
    return String.join(
        " ",
        TABLE,
        id,
        Long.toString(version),
        state,
        user,
        conversation == null ? "-" : conversation,
        Long.toString(createdAt),
        Long.toString(endsAt));
  }

  /** {@code null} if it is of a later version, or was edited or encrypted with another key. */
  private @Nullable StoredApproval read(ResultSet row) throws SQLException {
    String id = row.getString(1);
    long version = row.getLong(2);
    String stateName = row.getString(3);
    String user = row.getString(4);
    String conversation = row.getString(5);
    long createdAt = row.getLong(6);
    long endsAt = row.getLong(7);
    ApprovalState state =
        Arrays.stream(ApprovalState.values())
            .filter(value -> value.name().equals(stateName))
            .findFirst()
            .orElse(null);
    String content =
        encryption.open(
            place(id, version, stateName, user, conversation, createdAt, endsAt), row.getString(8));
    if (content == null && !isWarned.getAndSet(true)) {
      log.warn(
          "Rows of {} are treated as absent: they were encrypted with another key, or edited. Logged"
              + " once",
          TABLE);
    }
    return state == null || content == null
        ? null
        : StoredApproval.of(
            id,
            version,
            state,
            user,
            conversation,
            Instant.ofEpochMilli(createdAt),
            Instant.ofEpochMilli(endsAt),
            content);
  }

  @Override
  public String toString() {
    return "JdbcApprovalStore";
  }
}
