package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent calls one tool with arguments that run, need approval and never run. */
class ApprovalRulesTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  private interface Agent {
    String chat(String message);
  }

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void decidesByArguments() {
    server.tool("write").returns("written");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .rule(ApprovalRule.deny("write").when("/path", ArgumentCondition.below("/etc")))
            .rule(ApprovalRule.ask("write").when("/path", ArgumentCondition.glob("*.sql")))
            .handler(request -> ApprovalDecision.deny("no " + request.reason()))
            .build();

    assertThat(
            results(
                policy,
                call("c1", "/data/a"),
                call("c2", "/data/../etc/a"),
                call("c3", "/data/a.sql")))
        .containsEntry("c1", "written")
        .containsEntry("c2", "files__write did not run: this application does not allow it.")
        .containsEntry("c3", "files__write did not run: no ask write when /path glob \"*.sql\".");
    assertThat(server.calls("write")).hasSize(1);
  }

  /** What the user decides about each call of one answer. */
  @Test
  void runsWithChangedArgumentsOrAnswersInPlaceOfTool() {
    server.tool("write").returns("written");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .ask("write")
            .handler(
                request ->
                    request.arguments().containsValue("/a")
                        ? ApprovalDecision.allow().withArguments(Map.of("path", "/data/a"))
                        : ApprovalDecision.answer("written by hand"))
            .build();

    assertThat(results(policy, call("c1", "/a"), call("c2", "/b")))
        .containsEntry("c1", "written")
        .containsEntry("c2", "written by hand");
    assertThat(server.calls("write"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.toString()).contains("/data/a"));
  }

  /** A call that is allowed is not lost because another one of the same answer is refused. */
  @Test
  void callsWaitForDecisionElsewhere() {
    server.tool("write").returns("written");
    McpApprovals approvals = McpApprovals.inMemory();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            boolean allowed = call.arguments().containsValue("/b");
            approvals.decideAsApprover(
                call.id(),
                "approver",
                allowed ? ApprovalDecision.allow() : ApprovalDecision.deny("not there"));
          }
        });
    ApprovalPolicy policy = ApprovalPolicy.builder().ask("write").handlerAsync(approvals).build();

    assertThat(results(policy, call("c1", "/a"), call("c2", "/b")))
        .containsEntry("c1", "files__write did not run: not there.")
        .containsEntry("c2", "written");
    assertThat(approvals.all()).isEmpty();
  }

  /** What the model reads of its calls, which it makes in one answer. */
  private Map<String, String> results(ApprovalPolicy policy, Call... calls) {
    try (McpToolProvider tools =
        McpToolProvider.builder()
            .server("files", server.transport())
            .catalog(catalog -> catalog.approval(policy))
            .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      openAi.calls(calls).says("done");
      AiServices.builder(Agent.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .build()
          .chat("Go");
    }
    return openAi.requests().get(1).toolMessages();
  }

  private static Call call(String id, String path) {
    return new Call(id, "files__write", "{\"path\": \"" + path + "\"}");
  }
}
