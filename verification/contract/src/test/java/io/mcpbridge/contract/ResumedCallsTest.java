package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a conversation gets of its suspended calls. */
class ResumedCallsTest extends GuardedServers {

  private final McpApprovals approvals =
      McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();

  private static CallOptions options(String user) {
    return CallOptions.builder().user(user).conversationId("c1").build();
  }

  private void suspend(String... tools) {
    start(asking(approvals));
    for (String tool : tools) {
      catalog.call(tool, "{\"path\": \"/a\"}", options("ada"));
    }
  }

  private void decide(String tool, ApprovalDecision decision) {
    PendingApproval waiting =
        approvals.all().stream()
            .filter(call -> call.modelName().equals(tool))
            .findFirst()
            .orElseThrow();
    approvals.decideAsApprover(waiting.id(), "ops", decision);
  }

  private List<ResumedCall> resume() {
    return catalog.resume(approvals, options("ada"));
  }

  @Test
  void returnsResultUntilItIsDelivered() {
    suspend("files__purge", "news__purge");
    assertThat(resume()).isEmpty();
    decide("files__purge", ApprovalDecision.allow());

    assertThat(resume()).extracting(ResumedCall::text).containsExactly("did purge");
    ResumedCall again = resume().get(0);
    assertThat(again.text()).isEqualTo("did purge");
    assertThat(again.isError()).isFalse();
    assertThat(again.message())
        .contains("files__purge", "{\"path\":\"/a\"}", again.approval().id())
        .endsWith("did purge");
    approvals.delivered(again.approval());

    assertThat(resume()).isEmpty();
    assertThat(files.received("tools/call")).hasSize(1);
    assertThat(news.received("tools/call")).isEmpty();
  }

  @Test
  void returnsErrorOfTool() {
    suspend("files__purge");
    files.tool("purge").description("Deletes all").returns(FakeResult.error("nothing there"));
    decide("files__purge", ApprovalDecision.allow());

    assertThat(resume())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.text()).isEqualTo("Error: nothing there");
              assertThat(call.isError()).isTrue();
            });
  }

  @Test
  void callsOfOtherUsersAreTheirs() {
    suspend("files__purge");
    decide("files__purge", ApprovalDecision.allow());

    assertThat(catalog.resume(approvals, options("bob"))).isEmpty();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void toolThatIsNotOfferedStaysAllowed() {
    suspend("files__purge");
    decide("files__purge", ApprovalDecision.allow());

    assertThat(catalog.view(tool -> false).resume(approvals, options("ada"))).isEmpty();
    assertThat(resume()).extracting(ResumedCall::text).containsExactly("did purge");
  }

  @Test
  void withdrawnCallDoesNotRun() {
    suspend("files__purge");
    approvals.withdraw(approvals.all().get(0).id(), "ada");

    assertThat(resume())
        .extracting(ResumedCall::text)
        .containsExactly("files__purge did not run: it was withdrawn.");
  }

  /** One failure must not keep the results of the others. */
  @Test
  void failureOfOneCallLeavesOthers() {
    suspend("files__purge", "news__purge");
    decide("files__purge", ApprovalDecision.allow());
    decide("news__purge", ApprovalDecision.deny("old news"));

    List<ResumedCall> resumed =
        approvals.resume(
            "ada",
            "c1",
            call -> {
              throw new IllegalStateException("out of order");
            });

    assertThat(resumed)
        .extracting(ResumedCall::text)
        .containsExactly("news__purge did not run: old news.");
    assertThat(resume()).hasSize(2);
  }

  @Test
  void callThatRunsIsNotMadeAgain() {
    suspend("files__purge");
    List<ResumedCall> meanwhile = new CopyOnWriteArrayList<>();
    AtomicInteger count = new AtomicInteger();
    files
        .tool("purge")
        .description("Deletes all")
        .handler(
            call -> {
              if (count.incrementAndGet() == 1) {
                meanwhile.addAll(resume());
              }
              return FakeResult.text("did purge");
            });
    decide("files__purge", ApprovalDecision.allow());

    assertThat(resume()).hasSize(1);

    assertThat(meanwhile).isEmpty();
    assertThat(count).hasValue(1);
  }
}
