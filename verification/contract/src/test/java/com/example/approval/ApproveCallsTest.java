package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalDryRun;
import io.mcpbridge.approval.ApprovalExplanation;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.Transport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which calls need approval. */
@ExtendWith(LeakCheck.class)
class ApproveCallsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Transport files = server.transport();
  private final List<String> shown = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private ToolOutput call(ApprovalPolicy policy, ServerOptions options, String name) {
    server.tool("read").annotations("{\"readOnlyHint\": true}").returns("text");
    server.tool("delete").returns("gone");
    server.tool("format_disk").returns("gone");
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("files", files, options).approval(policy).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      return catalog.call("files__" + name, "{\"path\": \"/a\"}", CallOptions.defaults());
    }
  }

  private boolean yes(String question) {
    shown.add(question);
    return question.contains("read");
  }

  @Test
  void asksInTerminal() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .ask(ToolPattern.any().destructive())
            .deny("format_disk")
            .handler(
                request ->
                    yes("Run " + request.modelName() + " with " + request.argumentsJson() + "?")
                        ? ApprovalDecision.allow()
                        : ApprovalDecision.deny("the user does not want it"))
            .build();

    ToolOutput refused = call(policy, ServerOptions.defaults(), "delete");

    assertThat(refused.text()).isEqualTo("files__delete did not run: the user does not want it.");
    assertThat(shown).containsExactly("Run files__delete with {\"path\":\"/a\"}?");
    assertThat(call(policy, ServerOptions.defaults(), "read").text()).isEqualTo("text");
    assertThat(call(policy, ServerOptions.defaults(), "format_disk").isError()).isTrue();
    assertThat(shown).hasSize(1);
  }

  private boolean confirms(ApprovalRequest request) {
    shown.add(request.reason());
    return true;
  }

  @Test
  void decidesByArgumentsAndUser() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .rule(
                ApprovalRule.ask("shell__run").when("/command", ArgumentCondition.regex("rm|sudo")))
            .rule(ApprovalRule.deny("*").forUsers("guest"))
            .rule(
                ApprovalRule.allow("files__write").when("/path", ArgumentCondition.below("/data")))
            .otherwise(ApprovalMode.DENY)
            .handler(
                request -> confirms(request) ? ApprovalDecision.allow() : ApprovalDecision.deny())
            .build();
    server.tool("write").returns("written");
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("files", files).approval(policy).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      CatalogTool tool = catalog.snapshot().tool("files__write");

      ApprovalExplanation why = catalog.explainApproval(tool, Map.of("path", "/etc/hosts"), "ada");

      assertThat(why)
          .hasToString(
              "deny, by otherwise: deny (tried before: deny * for users guest; allow files__write when"
                  + " /path below \"/data\")");
      assertThat(catalog.explainApproval(tool, Map.of("path", "/data/a"), "ada").mode())
          .isEqualTo(ApprovalMode.ALLOW);
    }
  }

  @Test
  void triesRulesOnRecordedCalls(@TempDir Path folder) throws Exception {
    Path recordedCalls = folder.resolve("calls.jsonl");
    Files.write(
        recordedCalls,
        List.of(
            """
            {"server": "files", "tool": "write", "arguments": {"path": "/etc/hosts"}, "user": "ada"}
            """
                .strip(),
            "{\"server\": \"files\", \"tool\": \"files__write\", \"arguments\": {\"path\": \"/a\"}}",
            "{\"server\": \"files\", \"tool\": \"move\"}"));
    server.tool("write").returns("written");
    try (ToolCatalog catalog = ToolCatalog.builder().server("files", files).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();

      ApprovalPolicy stricter =
          ApprovalPolicy.builder()
              .rule(
                  ApprovalRule.deny("files__write")
                      .when("/path", ArgumentCondition.startsWith("/etc")))
              .build();
      ApprovalDryRun dryRun = catalog.dryRunApproval(stricter, Files.readAllLines(recordedCalls));

      assertThat(dryRun)
          .hasToString(
              """
              2 calls, changed: {ALLOW to DENY=1}
              line 1, files__write: allow, by otherwise: allow -> deny, by the rule: deny files__write when /path startsWith "/etc"
              skipped line 3: the server "files" lists no tool "move\"""");
      assertThat(dryRun.count(ApprovalMode.ALLOW, ApprovalMode.DENY)).isEqualTo(1);
    }
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void userDecidesAboutWaitingCall() {
    McpApprovals approvals = McpApprovals.inMemory();
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .ask(ToolPattern.any().destructive())
            .deny("format_disk")
            .handlerAsync(approvals)
            .build();
    ToolCatalog catalog = ToolCatalog.builder().server("files", files).approval(policy).build();

    server.tool("delete").returns("gone");
    CompletableFuture<PendingApproval> requested = new CompletableFuture<>();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.complete(call);
          }
        });
    try (catalog) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      CompletableFuture<ToolOutput> output =
          catalog.callAsync(
              "files__delete", "{\"path\": \"/a\"}", CallOptions.builder().user("ada").build());
      String id = requested.orTimeout(60, TimeUnit.SECONDS).join().id();

      for (PendingApproval call : approvals.ofUser("ada")) {
        show(call.question());
      }
      boolean decided = approvals.decide(id, "ada", ApprovalDecision.allow());

      assertThat(decided).isTrue();
      assertThat(shown).singleElement().asString().contains("/a");
      assertThat(output.orTimeout(60, TimeUnit.SECONDS).join().text()).isEqualTo("gone");
    }
  }

  private void show(String question) {
    shown.add(question);
  }

  @Test
  void changesArgumentsOrAnswersInPlaceOfTool() {
    ApprovalDecision changed =
        ApprovalDecision.allow().withArguments(Map.of("path", "/data/draft.txt"));
    ApprovalDecision answered = ApprovalDecision.answer("The order was canceled by phone.");

    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handler(request -> request.modelName().contains("read") ? changed : answered)
            .build();
    assertThat(call(policy, ServerOptions.defaults(), "read").text()).isEqualTo("text");
    assertThat(call(policy, ServerOptions.defaults(), "delete").text())
        .isEqualTo("The order was canceled by phone.");
    assertThat(server.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.toString()).contains("/data/draft.txt"));
  }

  @Test
  void asksOnWebPage() throws Exception {
    Map<String, CompletableFuture<ApprovalDecision>> open = new ConcurrentHashMap<>();

    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handlerAsync(
                request -> {
                  CompletableFuture<ApprovalDecision> answer = new CompletableFuture<>();
                  open.put(show(request), answer);
                  return answer;
                })
            .timeout(Duration.ofMinutes(10))
            .build();

    CompletableFuture<ToolOutput> output = new CompletableFuture<>();
    Thread agent =
        new Thread(() -> output.complete(call(policy, ServerOptions.defaults(), "delete")));
    agent.start();
    long end = System.nanoTime() + SOON.toNanos();
    while (open.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(5_000_000);
    }

    open.remove("files__delete").complete(ApprovalDecision.allowAlways());

    assertThat(output.get(60, TimeUnit.SECONDS).text()).isEqualTo("gone");
  }

  @Test
  void showsWhatIsRememberedAndRevokesIt() {
    McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    server.tool("delete").returns("gone");
    ApprovalPolicy policy = ApprovalPolicy.builder().ask("delete").handlerAsync(approvals).build();
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("files", files).approval(policy).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      CallOptions ada = CallOptions.builder().user("ada").build();
      assertThat(catalog.call("files__delete", "{}", ada).text()).contains("has not run");
      String waiting = approvals.ofUser("ada").get(0).id();
      approvals.decide(waiting, "ada", ApprovalDecision.allowAlways());
      assertThat(catalog.call("files__delete", "{}", ada).text()).isEqualTo("gone");
      String id = approvals.remembered("ada").get(0).id();

      for (PendingApproval decision : approvals.remembered("ada")) {
        show(decision.id(), decision.rule(decision.decision()), decision.expires());
      }
      boolean revoked = approvals.revoke(id, "ada");

      assertThat(shown)
          .containsExactly("allow files__delete with any arguments for ada, for 24 hours at most");
      assertThat(revoked).isTrue();
      assertThat(approvals.remembered("ada")).isEmpty();
    }
  }

  private void show(String id, String rule, Instant end) {
    assertThat(id).isNotBlank();
    assertThat(end).isAfter(Instant.now());
    shown.add(rule);
  }

  private String show(ApprovalRequest request) {
    return request.modelName();
  }

  @Test
  void alwaysAllowsToolsPerServer() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handler(request -> ApprovalDecision.deny())
            .build();

    ServerOptions options = ServerOptions.builder().alwaysAllow("read", "list_*").build();

    assertThat(call(policy, options, "read").text()).isEqualTo("text");
    assertThat(call(policy, options, "delete").isError()).isTrue();
  }
}
