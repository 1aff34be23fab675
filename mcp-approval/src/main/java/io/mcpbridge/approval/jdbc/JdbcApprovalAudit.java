package io.mcpbridge.approval.jdbc;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.jdbc.JdbcTable;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An audit record of approvals: appends a row to the table {@code mcp_approval_audit} when a call
 * is requested, is decided and ends, when a remembered decision allows a call, and when one is
 * revoked, with any {@link io.mcpbridge.approval.ApprovalStore}.
 *
 * <pre>{@code
 * approvals.addListener(JdbcApprovalAudit.of(database));
 * }</pre>
 *
 * <p>A row says who made the call, who decided and how, the rule that asked, the hash of the tool's
 * definition, the names of the arguments, and SHA-256 hashes of the arguments as canonical JSON,
 * before and after a person changed them. It has no values of arguments, no answers, no reasons of
 * a denial and no outputs. Calls that the policy decides have no rows.
 *
 * <p>The application creates the table by one of the scripts for H2, MariaDB, MySQL, Oracle,
 * PostgreSQL and SQL Server, which are resources of this module, such as {@code
 * io/mcpbridge/approval/jdbc/postgresql/R__mcp_approval_audit.sql}, and removes old rows. Needs no
 * right but {@code insert}.
 *
 * <p>Each row is written on the thread that causes the event, after the event, by a connection and
 * a transaction of its own, so size the pool for it. A row that cannot be written is logged once as
 * an error, with the id of the approval, and is not written later; the call goes on. Thread-safe.
 */
public final class JdbcApprovalAudit implements McpApprovals.Listener {

  private static final Logger log = LoggerFactory.getLogger(JdbcApprovalAudit.class);

  private static final String TABLE = "mcp_approval_audit";

  /** In code points; escaped and cut, a text fits into a column of 1,000 UTF-16 units. */
  private static final int MAX_TEXT_LENGTH = 400;

  private final JdbcTable table;

  private JdbcApprovalAudit(DataSource database) {
    this.table = new JdbcTable(database, TABLE, JdbcApprovalStore.script(TABLE), Clock.systemUTC());
  }

  /** Writes to the table of this database. */
  public static JdbcApprovalAudit of(DataSource database) {
    return new JdbcApprovalAudit(database);
  }

  @Override
  public void requested(PendingApproval call) {
    append("REQUESTED", call);
  }

  @Override
  public void decided(PendingApproval call) {
    append("DECIDED", call);
  }

  @Override
  public void ended(PendingApproval call) {
    append("ENDED", call);
  }

  @Override
  public void reused(PendingApproval call) {
    append("REUSED", call);
  }

  @Override
  public void revoked(PendingApproval decision) {
    append("REVOKED", decision);
  }

  private void append(String event, PendingApproval call) {
    try {
      insert(event, call);
    } catch (McpException e) {
      log.error("Not in the audit record: {} of approval {}: {}", event, call.id(), e.getMessage());
    }
  }

  private void insert(String event, PendingApproval call) {
    Map<String, @Nullable Object> arguments = call.arguments();
    ApprovalDecision decision = call.decision();
    int inserted =
        table.update(
            "insert into "
                + TABLE
                + " (happened_at, entry_key, event, approval_id, state, user_name, decided_by,"
                + " conversation, server, tool, definition_hash, arguments_hash, argument_names,"
                + " decision, changed_arguments_hash, reason) values ("
                + table.nowSql()
                + ", ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            UUID.randomUUID().toString(),
            event,
            call.id(),
            call.state().name(),
            text(call.user()),
            text(call.decidedBy()),
            text(call.conversation()),
            text(call.server()),
            text(call.tool()),
            call.definitionHash(),
            hash(arguments),
            text(Json.write(arguments.keySet())),
            decision == null ? null : decision.toString(),
            decision == null ? null : hash(decision.arguments()),
            text(call.reason()));
    if (inserted == 0) {
      throw table.unusable("it takes no row of ours");
    }
  }

  private static @Nullable String hash(@Nullable Map<String, @Nullable Object> arguments) {
    return arguments == null ? null : Sha256.of(Json.canonical(arguments));
  }

  /** Some databases refuse a row with half of a character or with NUL. */
  private static @Nullable String text(@Nullable String text) {
    return text == null ? null : DisplayText.escapedLine(text, MAX_TEXT_LENGTH);
  }

  @Override
  public String toString() {
    return "JdbcApprovalAudit";
  }
}
