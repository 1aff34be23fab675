package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.client.call.CallOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Decisions are for the arguments that are sent, with those that people are not shown. */
class FixedArgumentApprovalsTest extends GuardedServers {

  private static final CallOptions ADA =
      CallOptions.builder().user("ada").conversationId("c1").build();

  private final AtomicReference<String> tenant = new AtomicReference<>("a");
  private final Supplier<String> currentTenant = tenant::get;

  private void start(ApprovalHandler handler) {
    files
        .tool("copy")
        .inputSchema(
            """
            {"type": "object",
             "properties": {"to": {"type": "string"}, "count": {"type": "integer"}}}
            """)
        .returns("copied");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                files.transport(),
                ServerOptions.builder()
                    .tool("copy", ToolOptions.builder().fixedArgument("to", currentTenant).build())
                    .build())
            .approval(
                ApprovalPolicy.builder()
                    .rule(ApprovalRule.ask("copy").when("/to", ArgumentCondition.regex("a|b")))
                    .handlerAsync(handler)
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private String copy(CallOptions options) {
    return catalog.call("files__copy", "{\"count\": 3}", options).text();
  }

  private List<String> tenants() {
    return files.received("tools/call").stream().map(it -> it.arguments().string("to")).toList();
  }

  @Test
  void handlerIsAskedAboutAnotherFixedArgument() {
    start(answering(ApprovalDecision.allowAlways()));

    copy(ADA);
    copy(ADA);
    assertThat(approvalRequests).as("remembered").hasSize(1);
    assertThat(approvalRequests.remove().arguments()).containsEntry("to", "a");

    tenant.set("b");
    copy(ADA);
    assertThat(approvalRequests).hasSize(1);
    assertThat(approvalRequests.remove().arguments()).containsEntry("to", "b");
    assertThat(tenants()).containsExactly("a", "a", "b");
  }

  @Test
  void storedDecisionIsForFixedArgumentOfItsCall() {
    McpApprovals approvals = McpApprovals.inMemory();
    BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.add(call);
            approvals.decide(call.id(), "ada", ApprovalDecision.allowAlways());
          }
        });
    start(approvals);

    assertThat(copy(ADA)).isEqualTo("copied");
    assertThat(copy(ADA)).isEqualTo("copied");
    assertThat(requested).as("remembered").hasSize(1);
    assertThat(requested.remove().arguments()).as("shown").containsOnlyKeys("count");

    tenant.set("b");
    assertThat(copy(ADA)).isEqualTo("copied");
    assertThat(requested).hasSize(1);
    assertThat(approvals.remembered("ada")).hasSize(2);
  }

  @Test
  void suspendedCallDoesNotRunWithAnotherFixedArgument() {
    McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    start(approvals);

    PendingApproval refused = suspended(approvals);
    tenant.set("b");
    assertThat(resume(refused)).contains("the tool or the arguments changed");
    assertThat(tenants()).isEmpty();
    assertThat(approvals.find(refused.id()).orElseThrow().state())
        .isEqualTo(ApprovalState.NOT_EXECUTED);
    approvals.delivered(approvals.find(refused.id()).orElseThrow());

    assertThat(resume(suspended(approvals))).isEqualTo("copied");
    assertThat(tenants()).containsExactly("b");
  }

  @Test
  void suspendedCallWithAnotherFixedArgumentWaitsToo() {
    McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    start(approvals);

    copy(ADA);
    copy(ADA);
    assertThat(approvals.suspended("ada", "c1")).hasSize(1);

    tenant.set("b");
    copy(ADA);
    assertThat(approvals.suspended("ada", "c1")).hasSize(2);
  }

  /** A call that is allowed and has not run. */
  private PendingApproval suspended(McpApprovals approvals) {
    assertThat(copy(ADA)).contains("has not run");
    PendingApproval call = approvals.ofUser("ada").get(0);
    assertThat(approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow())).isTrue();
    return call;
  }

  private String resume(PendingApproval call) {
    CallOptions options = ADA.toBuilder().approvalId(call.id()).build();
    return catalog.call(call.modelName(), call.argumentsJson(), options).text();
  }
}
