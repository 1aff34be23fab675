package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.client.call.CallOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decisions for later calls, which people see and take back. */
class RememberedDecisionsTest extends GuardedServers {

  private final McpApprovals approvals =
      McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();

  private String callAs(String user, String path) {
    return catalog
        .call(
            "files__purge",
            "{\"path\": \"" + path + "\"}",
            CallOptions.builder().user(user).conversationId("c1").build())
        .text();
  }

  private PendingApproval suspended(String user, String path) {
    assertThat(callAs(user, path)).contains("has not run");
    List<PendingApproval> waiting = approvals.ofUser(user);
    return waiting.get(waiting.size() - 1);
  }

  private void decide(PendingApproval call, ApprovalDecision decision) {
    assertThat(approvals.decideAsApprover(call.id(), "ops", decision)).isTrue();
  }

  @Test
  void appliesToCallsOfUserUntilItIsRevoked() {
    start(asking(approvals));
    PendingApproval call = suspended("ada", "/a");
    assertThat(call.rule(ApprovalDecision.allowAlways()))
        .isEqualTo("allow files__purge with any arguments for ada, for 24 hours at most");
    decide(call, ApprovalDecision.allowAlways());

    assertThat(callAs("ada", "/b")).isEqualTo("did purge");
    assertThat(callAs("bob", "/b")).contains("has not run");
    PendingApproval decision = approvals.remembered("ada").get(0);
    assertThat(decision.decidedBy()).isEqualTo("ops");
    assertThat(approvals.remembered("bob")).isEmpty();
    assertThat(approvals.remembered()).containsExactly(decision);

    assertThat(approvals.revoke(decision.id(), "bob")).isFalse();
    assertThat(approvals.revoke(decision.id(), "ada")).isTrue();
    assertThat(approvals.revoke(decision.id(), "ada")).isFalse();
    assertThat(callAs("ada", "/b")).contains("has not run");
    assertThat(approvals.remembered()).isEmpty();

    decide(suspended("ada", "/c"), ApprovalDecision.allowAlways());
    assertThat(callAs("ada", "/d")).as("remembered again").isEqualTo("did purge");
  }

  @Test
  void appliesToTheseArgumentsOrAllUsers() {
    start(asking(approvals));
    decide(suspended("ada", "/a"), ApprovalDecision.allowAlways().forTheseArguments());
    assertThat(callAs("ada", "/a")).isEqualTo("did purge");
    assertThat(callAs("ada", "/b")).contains("has not run");

    decide(suspended("bob", "/c"), ApprovalDecision.allowAlways().forAllUsers());
    assertThat(callAs("eve", "/d")).isEqualTo("did purge");
    PendingApproval forAll = approvals.remembered("bob").get(0);
    assertThat(approvals.revoke(forAll.id(), "bob")).as("takes an approver").isFalse();
    assertThat(approvals.revokeAsApprover(forAll.id(), "bob")).isTrue();
    assertThat(callAs("eve", "/d")).contains("has not run");
  }

  @Test
  void ruleThatDependsOnArgumentsIsAnsweredForThemOnly() {
    start(
        ApprovalPolicy.builder()
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.startsWith("/")))
            .handlerAsync(approvals)
            .build());
    PendingApproval call = suspended("ada", "/a");
    assertThat(call.rule(ApprovalDecision.allowAlways())).contains("with these arguments");
    decide(call, ApprovalDecision.allowAlways());

    assertThat(callAs("ada", "/a")).isEqualTo("did purge");
    assertThat(callAs("ada", "/b")).contains("has not run");
  }

  @Test
  void decisionForAnyArgumentsDoesNotAnswerRuleThatDependsOnThem() {
    ApprovalPolicy[] policy = {asking(approvals)};
    start(() -> policy[0]);
    decide(suspended("ada", "/a"), ApprovalDecision.allowAlways());
    assertThat(callAs("ada", "/b")).isEqualTo("did purge");

    policy[0] =
        ApprovalPolicy.builder()
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.startsWith("/")))
            .handlerAsync(approvals)
            .build();

    assertThat(callAs("ada", "/b")).contains("has not run");
  }

  @Test
  void appliesToDefinitionOnly() {
    start(asking(approvals));
    decide(suspended("ada", "/a"), ApprovalDecision.allowAlways());
    files.tool("purge").description("Deletes more").returns("did more");
    assertThat(catalog.refresh(List.of("files"), SOON)).isTrue();

    assertThat(callAs("ada", "/a")).contains("has not run");
  }

  @Test
  void catalogForgets() {
    start(asking(approvals));
    decide(suspended("ada", "/a"), ApprovalDecision.allowAlways());
    decide(suspended("bob", "/b"), ApprovalDecision.allowAlways());
    catalog.forgetApprovals("news");
    assertThat(approvals.remembered()).hasSize(2);

    catalog.forgetApprovalsOf("ada");
    assertThat(callAs("ada", "/c")).contains("has not run");
    assertThat(callAs("bob", "/c")).isEqualTo("did purge");

    catalog.forgetApprovals("files");
    assertThat(callAs("bob", "/d")).contains("has not run");
  }
}
