package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.approval.StoredApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances of an application that share approvals, and restarts of it, on one database. */
public abstract class SharedApprovalsContract {

  private static final SecretKey KEY = new SecretKeySpec(new byte[32], "AES");
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String ARGUMENTS = "{\"path\": \"/a\", \"id\": 9007199254740993}";

  private final DataSource database;
  private final FakeMcpServer files = FakeMcpServer.create();

  /**
   * @param database with an empty table
   */
  protected SharedApprovalsContract(DataSource database) {
    this.database = database;
    files.tool("purge").description("Deletes all").returns("did purge");
  }

  @BeforeEach
  void empty() throws SQLException {
    execute("delete from mcp_approval");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @AfterEach
  void close() {
    files.close();
  }

  private McpApprovals.Builder approvals() {
    return McpApprovals.builder().store(JdbcApprovalStore.of(database, KEY));
  }

  private McpApprovals suspending() {
    return approvals().suspendFor(Duration.ofDays(1)).build();
  }

  private ToolCatalog catalog(McpApprovals approvals) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", files.transport())
            .approval(ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  private static CallOptions options() {
    return CallOptions.builder().user("ada").conversationId("c1").build();
  }

  private static ToolOutput resume(ToolCatalog catalog, PendingApproval call) {
    return catalog.call(
        call.modelName(),
        call.argumentsJson(),
        options().toBuilder().approvalId(call.id()).build());
  }

  private PendingApproval suspendedByOtherProcess() {
    McpApprovals approvals = suspending();
    try (ToolCatalog catalog = catalog(approvals)) {
      ToolOutput output = catalog.call("files__purge", ARGUMENTS, options());
      PendingApproval call = approvals.suspended("ada", "c1").get(0);
      assertThat(output.text()).contains("has not run", call.id());
      return call;
    }
  }

  @Test
  void waitingCallIsDecidedInOtherInstance() throws Exception {
    McpApprovals waiting = approvals().build();
    BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
    waiting.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.add(call);
          }
        });
    McpApprovals elsewhere = approvals().build();
    try (ToolCatalog catalog = catalog(waiting)) {
      CompletableFuture<ToolOutput> allowed =
          catalog.callAsync("files__purge", ARGUMENTS, options()).toCompletableFuture();
      String id = requested.poll(60, TimeUnit.SECONDS).id();
      assertThat(elsewhere.all()).extracting(PendingApproval::id).containsExactly(id);
      assertThat(elsewhere.decide(id, "bob", ApprovalDecision.allow())).isFalse();
      assertThat(elsewhere.decide(id, "ada", ApprovalDecision.allow())).isTrue();

      assertThat(allowed.get(60, TimeUnit.SECONDS).text()).isEqualTo("did purge");
      assertThat(files.received("tools/call")).hasSize(1);
      assertThat(elsewhere.find(id).orElseThrow().state()).isEqualTo(ApprovalState.EXECUTED);

      CompletableFuture<ToolOutput> denied =
          catalog.callAsync("files__purge", ARGUMENTS, options()).toCompletableFuture();
      id = requested.poll(60, TimeUnit.SECONDS).id();
      assertThat(elsewhere.decideAsApprover(id, "ops", ApprovalDecision.deny("not today")))
          .isTrue();

      assertThat(denied.get(60, TimeUnit.SECONDS).text()).contains("not today");
      assertThat(files.received("tools/call")).hasSize(1);
    }
  }

  @Test
  void suspendedCallSurvivesRestart() {
    PendingApproval call = suspendedByOtherProcess();
    assertThat(suspending().decide(call.id(), "ada", ApprovalDecision.allow())).isTrue();

    McpApprovals restarted = suspending();
    try (ToolCatalog catalog = catalog(restarted)) {
      PendingApproval decided = restarted.suspended("ada", "c1").get(0);
      assertThat(decided.state()).isEqualTo(ApprovalState.ALLOWED);

      assertThat(resume(catalog, decided).text()).isEqualTo("did purge");
      assertThat(resume(catalog, decided).text()).contains("did not run");
    }
    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.arguments().integer("id")).isEqualTo(9007199254740993L));
  }

  @Test
  void oneOfSeveralInstancesRunsApprovedCall() throws Exception {
    PendingApproval call = suspendedByOtherProcess();
    suspending().decide(call.id(), "ada", ApprovalDecision.allow());
    List<ToolCatalog> instances = Stream.generate(() -> catalog(suspending())).limit(4).toList();
    CyclicBarrier start = new CyclicBarrier(instances.size());

    List<CompletableFuture<String>> outputs =
        instances.stream()
            .map(
                catalog ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            start.await(60, TimeUnit.SECONDS);
                          } catch (Exception e) {
                            throw new AssertionError(e);
                          }
                          return resume(catalog, call).text();
                        },
                        task -> new Thread(task).start()))
            .toList();

    try {
      assertThat(outputs.stream().map(CompletableFuture::join))
          .filteredOn("did purge"::equals)
          .hasSize(1);
      assertThat(files.received("tools/call")).hasSize(1);
    } finally {
      instances.forEach(ToolCatalog::close);
    }
  }

  @Test
  void approvalForgedInDatabaseDoesNotCount() throws SQLException {
    PendingApproval call = suspendedByOtherProcess();
    execute("update mcp_approval set state = 'ALLOWED'");

    McpApprovals approvals = suspending();
    try (ToolCatalog catalog = catalog(approvals)) {
      assertThat(resume(catalog, call).text()).contains("did not run");
    }
    assertThat(approvals.find(call.id())).isEmpty();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void suspendedCallExpiresByClockOfDatabase() {
    McpApprovals approvals = approvals().suspendFor(Duration.ofMillis(1)).build();
    try (ToolCatalog catalog = catalog(approvals)) {
      catalog.call("files__purge", ARGUMENTS, options());
      PendingApproval call = approvals.suspended("ada", "c1").get(0);
      while (approvals.find(call.id()).orElseThrow().state() != ApprovalState.EXPIRED) {
        Thread.onSpinWait();
      }

      assertThat(approvals.decide(call.id(), "ada", ApprovalDecision.allow())).isFalse();
      assertThat(resume(catalog, call).text()).contains("did not run");
    }
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void alwaysIsRememberedAgain() {
    McpApprovals approvals = suspending();
    try (ToolCatalog catalog = catalog(approvals)) {
      for (int i = 1; i <= 2; i++) { // parallel calls, both answered with "always"
        catalog.call("files__purge", "{\"n\": " + i + "}", options());
      }
      for (PendingApproval call : approvals.ofUser("ada")) {
        assertThat(approvals.decide(call.id(), "ada", ApprovalDecision.allowAlways())).isTrue();
      }
      assertThat(catalog.call("files__purge", "{}", options()).text()).isEqualTo("did purge");

      assertThat(approvals.revoke(approvals.remembered("ada").get(0).id(), "ada")).isTrue();
      assertThat(catalog.call("files__purge", "{}", options()).text()).contains("has not run");
      String again = approvals.ofUser("ada").get(0).id();
      assertThat(approvals.decide(again, "ada", ApprovalDecision.allowAlways())).isTrue();
      assertThat(suspending().remembered("ada")).hasSize(1);
      assertThat(catalog.call("files__purge", "{}", options()).text()).isEqualTo("did purge");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void elicitationIsAnsweredInOtherInstance(String revision) throws Exception {
    FakeServerRequest form =
        FakeServerRequest.form(
            "Whose s3cret?",
            "{\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"integer\"}}}");
    files
        .speaking(revision)
        .tool("ask")
        .handler(
            call ->
                revision.startsWith("2025")
                    ? FakeResult.text(call.ask(form).result().toJson())
                    : call.inputResponses().has("it")
                        ? FakeResult.text(call.inputResponses().object("it").toJson())
                        : FakeResult.inputRequired(
                            Json.write(
                                Map.of(
                                    "it",
                                    Map.of(
                                        "method",
                                        form.method(),
                                        "params",
                                        form.parameters().toMap()))),
                            null));
    McpApprovals waiting = approvals().build();
    BlockingQueue<PendingElicitation> requested = new LinkedBlockingQueue<>();
    waiting.addListener(
        new McpApprovals.Listener() {
          @Override
          public void elicitationRequested(PendingElicitation elicitation) {
            requested.add(elicitation);
          }
        });
    McpApprovals elsewhere = approvals().build();
    InputHandlers handlers =
        InputHandlers.builder().elicitForm(waiting.elicitations()::handle).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("files", files.transport()).inputHandlers(handlers).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      CompletableFuture<ToolOutput> output =
          catalog.callAsync("files__ask", "{}", options()).toCompletableFuture();
      String id = requested.poll(60, TimeUnit.SECONDS).id();
      McpElicitations forms = elsewhere.elicitations();
      ElicitResult accepted = ElicitResult.accept(Map.of("id", 9007199254740993L));

      assertThat(forms.ofUser("ada"))
          .singleElement()
          .satisfies(it -> assertThat(it.message()).isEqualTo("Whose s3cret?"));
      assertThat(storedText()).doesNotContain("s3cret");
      assertThat(elsewhere.all()).isEmpty();
      assertThat(forms.answer(id, "bob", accepted)).isFalse();
      assertThat(forms.answer(id, "ada", accepted)).isTrue();

      assertThat(output.get(60, TimeUnit.SECONDS).text())
          .isEqualTo("{\"action\":\"accept\",\"content\":{\"id\":9007199254740993}}");
      assertThat(forms.find(id, "ada").orElseThrow().state()).isEqualTo(ApprovalState.ANSWERED);
      assertThat(forms.find(id).orElseThrow().answeredBy()).isEqualTo("ada");
      StoredApproval row = JdbcApprovalStore.of(database, KEY).find(id);
      assertThat(row.content()).contains("accept").doesNotContain("9007199254740993");
    }
  }

  private ToolCatalog askingHotel(McpApprovals approvals) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", files.transport())
            .inputHandlers(
                InputHandlers.builder().elicitForm(approvals.elicitations()::handle).build())
            .approval(ApprovalPolicy.builder().handlerAsync(approvals).build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  /** The call of a tool that requires a form waits in the table, and its process has ended. */
  private String suspendedFormOfOtherProcess() {
    FakeServerRequest form =
        FakeServerRequest.form(
            "Whose s3cret?",
            "{\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"integer\"}}}");
    files
        .tool("ask")
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text(call.requestState() + call.inputResponses().toJson())
                    : FakeResult.inputRequired(
                        Json.write(
                            Map.of(
                                "it",
                                Map.of(
                                    "method", form.method(), "params", form.parameters().toMap()))),
                        "s3cret state"));
    McpApprovals approvals = suspending();
    try (ToolCatalog catalog = askingHotel(approvals)) {
      assertThat(catalog.call("files__ask", ARGUMENTS, options()).text())
          .contains("fill in a form");
    }
    return approvals.elicitations().ofUser("ada").get(0).id();
  }

  @Test
  void suspendedFormSurvivesRestart() throws SQLException {
    String id = suspendedFormOfOtherProcess();
    assertThat(storedText()).doesNotContain("s3cret");
    ElicitResult accepted = ElicitResult.accept(Map.of("id", 9007199254740993L));
    assertThat(suspending().elicitations().answer(id, "ada", accepted)).isTrue();

    McpApprovals restarted = suspending();
    try (ToolCatalog catalog = askingHotel(restarted)) {
      assertThat(catalog.resume(restarted, options()))
          .singleElement()
          .satisfies(
              call ->
                  assertThat(call.text())
                      .isEqualTo(
                          "s3cret state{\"it\":{\"action\":\"accept\","
                              + "\"content\":{\"id\":9007199254740993}}}"));
      catalog.resume(restarted, options());
    }
    assertThat(files.received("tools/call")).hasSize(2);
    assertThat(JdbcApprovalStore.of(database, KEY).find(id).content())
        .contains("accept")
        .doesNotContain("9007199254740993");
  }

  @Test
  void suspendedFormGoesOnOnceInSeveralInstances() throws Exception {
    String id = suspendedFormOfOtherProcess();
    suspending().elicitations().answer(id, "ada", ElicitResult.accept(Map.of("id", 1)));
    McpApprovals first = suspending();
    McpApprovals second = suspending();
    try (ToolCatalog firstCatalog = askingHotel(first);
        ToolCatalog secondCatalog = askingHotel(second)) {
      CyclicBarrier start = new CyclicBarrier(2);
      CompletableFuture<?> parallel =
          CompletableFuture.runAsync(
              () -> {
                await(start);
                firstCatalog.resume(first, options());
              },
              task -> new Thread(task).start());
      await(start);
      secondCatalog.resume(second, options());
      parallel.get(60, TimeUnit.SECONDS);
    }
    assertThat(files.received("tools/call")).hasSize(2);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void suspendedFormEditedInDatabaseDoesNotCount() throws SQLException {
    String id = suspendedFormOfOtherProcess();
    execute("update mcp_approval set state = 'ANSWERED' where entry_key = '" + id + "'");

    McpApprovals approvals = suspending();
    try (ToolCatalog catalog = askingHotel(approvals)) {
      assertThat(catalog.resume(approvals, options())).isEmpty();
    }
    assertThat(files.received("tools/call")).hasSize(1);
  }

  @Test
  void elicitationExpiresByClockOfDatabase() {
    McpApprovals approvals = approvals().build();
    InputContext context =
        new InputContext(
            new CallerContext("files", "ada", null, "e1", "ask", "1"),
            null,
            Instant.now().plusMillis(20));

    ElicitResult result =
        approvals
            .elicitations()
            .handle(new ElicitUrlRequest("Go", "https://example.com", null, Map.of()), context);

    assertThat(result).isEqualTo(ElicitResult.cancel());
    assertThat(approvals.elicitations().ofUser("ada")).isEmpty();
  }

  private String storedText() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select owner, content from mcp_approval")) {
      StringBuilder text = new StringBuilder();
      while (rows.next()) {
        text.append(rows.getString(1)).append(' ').append(rows.getString(2)).append('\n');
      }
      return text.toString();
    }
  }
}
