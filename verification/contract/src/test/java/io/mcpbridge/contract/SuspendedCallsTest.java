package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that hold no thread while a person decides, and are made later. */
class SuspendedCallsTest extends GuardedServers {

  private static final String ARGUMENTS = "{\"path\": \"/a\", \"id\": 9007199254740993}";

  private McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();

  private void start() {
    start(asking(approvals));
  }

  private static CallOptions options(String user, String conversation) {
    return CallOptions.builder().user(user).conversationId(conversation).build();
  }

  /** The call of ada that waits. */
  private PendingApproval suspended() {
    ToolOutput output = catalog.call("files__purge", ARGUMENTS, options("ada", "c1"));
    List<PendingApproval> calls = approvals.suspended("ada", "c1");
    assertThat(calls).hasSize(1);
    assertThat(output.text()).contains("has not run", calls.get(0).id());
    assertThat(output.meta()).containsEntry("io.mcpbridge/approval", calls.get(0).id());
    return calls.get(0);
  }

  private ToolOutput resume(PendingApproval call, String user, String conversation, String json) {
    return catalog.call(
        call.modelName(),
        json,
        options(user, conversation).toBuilder().approvalId(call.id()).build());
  }

  private ToolOutput resume(PendingApproval call) {
    return resume(call, "ada", "c1", call.argumentsJson());
  }

  private ApprovalState state(PendingApproval call) {
    return approvals.find(call.id()).orElseThrow().state();
  }

  private void assertNothingSent() {
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void runsOnceAfterDecisionWithExactArguments() {
    start();
    PendingApproval call = suspended();
    assertThat(resume(call).text()).contains("has not run");
    assertNothingSent();

    assertThat(approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow())).isTrue();
    assertNothingSent();
    assertThat(resume(call).text()).isEqualTo("did purge");

    assertThat(state(call)).isEqualTo(ApprovalState.EXECUTED);
    assertThat(resume(call).text()).contains("did not run", "EXECUTED");
    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.arguments().integer("id")).isEqualTo(9007199254740993L));
    assertThat(approvals.find(call.id()).orElseThrow().decidedBy()).isEqualTo("ops");
  }

  @Test
  void isListedUntilConversationHasResult() {
    start();
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
    resume(call);

    assertThat(approvals.suspended("ada", "c1"))
        .extracting(PendingApproval::state)
        .containsExactly(ApprovalState.EXECUTED);
    approvals.delivered(call);

    assertThat(approvals.suspended("ada", "c1")).isEmpty();
    assertThat(approvals.suspended("ada", "c2")).isEmpty();
    assertThat(approvals.suspended("bob", "c1")).isEmpty();
  }

  @Test
  void sameCallWaitsOnce() {
    start();

    assertThat(suspended().id()).isEqualTo(suspended().id());
    catalog.call("files__purge", "{\"path\": \"/b\"}", options("ada", "c1"));

    assertThat(approvals.suspended("ada", "c1")).hasSize(2);
  }

  @Test
  void fewCallsOfConversationWait() {
    approvals =
        McpApprovals.builder().suspendFor(Duration.ofDays(1)).maxWaitingPerConversation(1).build();
    start();
    PendingApproval call = suspended();

    ToolOutput another = catalog.call("files__purge", "{\"path\": \"/b\"}", options("ada", "c1"));
    assertThat(another.text()).contains("did not run", "too many calls");
    assertThat(approvals.all()).containsExactly(call);

    catalog.call("files__purge", ARGUMENTS, options("ada", "c2"));
    assertThat(approvals.all()).hasSize(2);
  }

  @Test
  void callsOfUnknownUsersAreTheirConversations() {
    start();
    catalog.call("files__purge", ARGUMENTS, CallOptions.builder().conversationId("c1").build());

    assertThat(approvals.suspended(null, "c1")).hasSize(1);
    assertThat(approvals.suspended(null, "c2")).isEmpty();
    assertThat(approvals.suspended("ada", "c1")).isEmpty();
  }

  @Test
  void approvalIsForItsUserConversationToolAndArguments() {
    start();
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());

    assertThat(resume(call, "bob", "c1", ARGUMENTS).isError()).isTrue();
    assertThat(resume(call, "ada", "c2", ARGUMENTS).isError()).isTrue();
    assertNothingSent();
    assertThat(state(call)).as("not used up by others").isEqualTo(ApprovalState.ALLOWED);

    assertThat(resume(call, "ada", "c1", ARGUMENTS.replace("993", "992")).text())
        .contains("the tool or the arguments changed");
    assertNothingSent();
    assertThat(resume(call).isError()).isTrue();
    assertThat(state(call)).isEqualTo(ApprovalState.NOT_EXECUTED);
  }

  @Test
  void sameToolOfAnotherServerNeedsAnotherApproval() {
    start();
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());

    ToolOutput output =
        catalog.call(
            "news__purge",
            ARGUMENTS,
            options("ada", "c1").toBuilder().approvalId(call.id()).build());

    assertThat(output.text()).contains("changed after the approval");
    assertThat(news.received("tools/call")).isEmpty();
  }

  @Test
  void definitionThatChangedNeedsAnotherApproval() {
    start();
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
    files.tool("purge").description("Deletes everything, at once").returns("did more");
    assertThat(catalog.refresh(List.of("files"), SOON)).isTrue();

    assertThat(resume(call).text()).contains("changed after the approval");
    assertNothingSent();
  }

  @Test
  void policyIsAskedAgain() {
    ApprovalPolicy[] policy = {asking(approvals)};
    start(() -> policy[0]);
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
    policy[0] = ApprovalPolicy.builder().deny("purge").handlerAsync(approvals).build();

    assertThat(resume(call).isError()).isTrue();
    assertNothingSent();

    policy[0] = ApprovalPolicy.builder().handlerAsync(approvals).build();
    assertThat(resume(call).text()).as("needs no approval any more").isEqualTo("did purge");
    assertThat(resume(call).isError()).as("but was for one call").isTrue();
    assertThat(files.received("tools/call")).hasSize(1);
  }

  @Test
  void expires() {
    approvals = McpApprovals.builder().suspendFor(Duration.ofMillis(1)).build();
    start();
    catalog.call("files__purge", ARGUMENTS, options("ada", "c1"));
    PendingApproval call = approvals.suspended("ada", "c1").get(0);
    while (state(call) != ApprovalState.EXPIRED) {
      Thread.onSpinWait();
    }

    assertThat(approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow())).isFalse();
    assertThat(resume(call).isError()).isTrue();
    assertNothingSent();
  }

  @Test
  void requesterMayNotDecide() {
    approvals =
        McpApprovals.builder().suspendFor(Duration.ofDays(1)).requesterMayDecide(false).build();
    start();
    PendingApproval call = suspended();

    assertThat(approvals.decide(call.id(), "ada", ApprovalDecision.allow())).isFalse();
    assertThat(approvals.decideAsApprover(call.id(), "ada", ApprovalDecision.allow())).isFalse();
    assertThat(approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow())).isTrue();
  }

  @Test
  void otherArgumentsAnswersAndRefusals() {
    start();
    PendingApproval call = suspended();
    approvals.decideAsApprover(
        call.id(), "ops", ApprovalDecision.allow().withArguments(Map.of("path", "/b")));
    assertThat(resume(call).text()).isEqualTo("did purge");
    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.arguments().string("path")).isEqualTo("/b"));
    approvals.delivered(call);

    PendingApproval refused = suspended();
    approvals.decideAsApprover(refused.id(), "ops", ApprovalDecision.deny("not today"));
    assertThat(resume(refused).text()).contains("not today");
    approvals.delivered(refused);

    PendingApproval answered = suspended();
    approvals.decideAsApprover(answered.id(), "ops", ApprovalDecision.answer("done by phone"));
    assertThat(resume(answered).text()).isEqualTo("done by phone");
    assertThat(files.received("tools/call")).hasSize(1);
  }

  @Test
  void callOfIdempotentToolIsRepeatedOnceByOption() {
    approvals =
        McpApprovals.builder().suspendFor(Duration.ofDays(1)).repeatIdempotent(true).build();
    start();
    PendingApproval other = suspended();
    approvals.decideAsApprover(other.id(), "ops", ApprovalDecision.allow());
    files.injectNext("tools/call", Faults.disconnect());
    resume(other);
    assertThat(resume(other).text()).as("not idempotent").contains("UNKNOWN");
    approvals.delivered(approvals.find(other.id()).orElseThrow());

    files.tool("purge").annotations("{\"idempotentHint\": true}").returns("did purge");
    assertThat(catalog.refresh(List.of("files"), SOON)).isTrue();
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
    files.injectNext("tools/call", Faults.disconnect());
    resume(call);
    assertThat(state(call)).isEqualTo(ApprovalState.UNKNOWN);

    assertThat(resume(call).text()).isEqualTo("did purge");
    PendingApproval over = approvals.find(call.id()).orElseThrow();
    assertThat(over.state()).isEqualTo(ApprovalState.EXECUTED);
    assertThat(over.isRepeated()).isTrue();
    assertThat(resume(call).text()).contains("EXECUTED");
  }

  @Test
  void failureBeforeAnswerIsUnknownAndNotRepeated() {
    start();
    files.injectNext("tools/call", Faults.disconnect());
    PendingApproval call = suspended();
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());

    assertThat(resume(call).isError()).isTrue();

    assertThat(state(call)).isEqualTo(ApprovalState.UNKNOWN);
    assertThat(resume(call).text()).contains("UNKNOWN");
    assertThat(files.received("tools/call")).hasSize(1);
  }
}
