package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit record of the calls of an agent, on one database. */
public abstract class ApprovalAuditContract {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SECRET = "s3cret";
  private static final String ARGUMENTS = "{\"path\": \"/s3cret\", \"depth\": 1}";

  /** Of {@code {"depth":1,"path":"/s3cret"}}. */
  private static final String ARGUMENTS_HASH =
      "88e297bfe7ebc5e521bea710671c784235140e15ba455e42f8b520781917923f";

  /** Of {@code {"depth":2,"path":"/s3cret"}}. */
  private static final String CHANGED_HASH =
      "398c72b8538d1142b0149f7d017f4b1bb4cdc86e013e7e8f146f0c76309b82a0";

  private final DataSource database;
  private final FakeMcpServer files = FakeMcpServer.create();
  private final McpApprovals approvals = McpApprovals.inMemory();
  private final BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
  private final ToolCatalog catalog;

  /**
   * @param database with the table
   */
  protected ApprovalAuditContract(DataSource database) {
    this.database = database;
    files
        .tool("purge")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\"},"
                + " \"depth\": {\"type\": \"integer\"}}}")
        .returns("did purge " + SECRET);
    approvals.addListener(JdbcApprovalAudit.of(database));
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.add(call);
          }
        });
    catalog =
        ToolCatalog.builder()
            .server("files", files.transport())
            .approval(ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @BeforeEach
  void empty() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("delete from mcp_approval_audit");
    }
  }

  @AfterEach
  void close() {
    catalog.close();
    files.close();
  }

  /** The rows as maps by column, in lower case, by their time. */
  private List<Map<String, @Nullable Object>> rows() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select * from mcp_approval_audit order by happened_at")) {
      List<Map<String, @Nullable Object>> result = new ArrayList<>();
      while (rows.next()) {
        Map<String, @Nullable Object> row = new HashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.put(rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT), rows.getObject(i));
        }
        result.add(row);
      }
      return result;
    }
  }

  /** The row of an event, of which there is one. */
  private Map<String, @Nullable Object> row(String event) throws SQLException {
    return rows().stream().filter(row -> event.equals(row.get("event"))).findFirst().orElseThrow();
  }

  private List<String> events() throws SQLException {
    return rows().stream().map(row -> row.get("event") + " " + row.get("state")).toList();
  }

  private CompletableFuture<ToolOutput> call(String user) {
    CallOptions options = CallOptions.builder().user(user).conversationId("c1").build();
    return catalog.callAsync("files__purge", ARGUMENTS, options).toCompletableFuture();
  }

  /** A call that Bob decides about. */
  private String decided(String user, ApprovalDecision decision) throws Exception {
    CompletableFuture<ToolOutput> output = call(user);
    String id = requested.poll(60, TimeUnit.SECONDS).id();
    assertThat(approvals.decideAsApprover(id, "bob", decision)).isTrue();
    return output.get(60, TimeUnit.SECONDS).text();
  }

  @Test
  void recordsRequestDecisionAndExecution() throws Exception {
    assertThat(decided("ada", ApprovalDecision.allow())).startsWith("did purge");

    assertThat(events())
        .containsExactlyInAnyOrder("REQUESTED WAITING", "DECIDED ALLOWED", "ENDED EXECUTED");
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("user_name", "ada")
                    .containsEntry("conversation", "c1")
                    .containsEntry("server", "files")
                    .containsEntry("tool", "purge")
                    .containsEntry("reason", "ask purge")
                    .containsEntry("arguments_hash", ARGUMENTS_HASH)
                    .containsEntry("argument_names", "[\"path\",\"depth\"]")
                    .containsEntry("changed_arguments_hash", null));
    assertThat(row("REQUESTED")).containsEntry("decision", null).containsEntry("decided_by", null);
    assertThat(row("ENDED")).containsEntry("decision", "allow").containsEntry("decided_by", "bob");
    assertThat(rows()).extracting(row -> row.get("approval_id")).containsOnly(idOfRows());
    assertThat(rows()).extracting(row -> "" + row.get("definition_hash")).allMatch(isHash());
  }

  private Object idOfRows() throws SQLException {
    return rows().get(0).get("approval_id");
  }

  private static Predicate<String> isHash() {
    return text -> text.matches("[0-9a-f]{64}");
  }

  @Test
  void recordsHashOfArgumentsThatApproverChanged() throws Exception {
    Map<String, Object> changed = Map.of("path", "/" + SECRET, "depth", 2);

    decided("ada", ApprovalDecision.allow().withArguments(changed));

    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.arguments().integer("depth")).isEqualTo(2));
    assertThat(row("ENDED"))
        .containsEntry("state", "EXECUTED")
        .containsEntry("decision", "allow with other arguments")
        .containsEntry("arguments_hash", ARGUMENTS_HASH)
        .containsEntry("changed_arguments_hash", CHANGED_HASH);
  }

  @Test
  void recordsDenialAndAnswer() throws Exception {
    decided("ada", ApprovalDecision.deny("not " + SECRET));
    assertThat(events())
        .containsExactlyInAnyOrder("REQUESTED WAITING", "DECIDED DENIED", "ENDED DENIED");
    empty();

    decided("ada", ApprovalDecision.answer("done: " + SECRET));
    assertThat(events())
        .containsExactlyInAnyOrder("REQUESTED WAITING", "DECIDED ANSWERED", "ENDED ANSWERED");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void recordsReuseAndRevocationOfRememberedDecision() throws Exception {
    decided("ada", ApprovalDecision.allowAlways().forTheseArguments());
    assertThat(row("DECIDED")).containsEntry("decision", "allow always with these arguments");
    empty();

    assertThat(call("ada").get(60, TimeUnit.SECONDS).text()).startsWith("did purge");
    PendingApproval remembered = approvals.remembered("ada").get(0);
    assertThat(approvals.revokeAsApprover(remembered.id(), "carol")).isTrue();

    assertThat(events()).containsExactlyInAnyOrder("REUSED ALLOWED", "REVOKED WITHDRAWN");
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("approval_id", remembered.id())
                    .containsEntry("user_name", "ada")
                    .containsEntry("tool", "purge")
                    .containsEntry("arguments_hash", ARGUMENTS_HASH)
                    .containsEntry("decision", "allow always with these arguments"));
    assertThat(row("REUSED"))
        .containsEntry("decided_by", "bob")
        .containsEntry("conversation", "c1");
    assertThat(row("REVOKED")).containsEntry("decided_by", "carol");
    empty();

    decided("ada", ApprovalDecision.allowAlways());
    catalog.forgetApprovals();
    assertThat(row("REVOKED")).containsEntry("decided_by", null);
  }

  @Test
  void recordsNoValues() throws Exception {
    decided("ada", ApprovalDecision.allow());
    decided("ada", ApprovalDecision.allow().withArguments(Map.of("path", "/" + SECRET)));
    decided("ada", ApprovalDecision.deny("not " + SECRET));
    decided("ada", ApprovalDecision.answer("done: " + SECRET));

    assertThat(rows()).hasSize(12);
    assertThat(rows().toString()).doesNotContain(SECRET);
  }

  @Test
  void recordsNamesThatColumnsCannotHold() throws Exception {
    decided("a\0\ud800" + "😀".repeat(1_000), ApprovalDecision.allow());

    assertThat(rows()).hasSize(3);
    assertThat(row("ENDED").get("user_name").toString())
        .startsWith("a\\u0000\\ud800😀😀")
        .endsWith("😀...");
  }
}
