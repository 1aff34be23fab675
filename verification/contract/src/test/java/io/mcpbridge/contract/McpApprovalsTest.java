package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Calls that wait for a person who decides elsewhere in the application. */
class McpApprovalsTest extends GuardedServers {

  private final McpApprovals approvals = McpApprovals.inMemory();
  private final BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

  McpApprovalsTest() {
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.add(call);
          }

          @Override
          public void ended(PendingApproval call) {
            ended.add(call.id() + " " + call.state());
          }
        });
  }

  private void startWith(Duration timeout) {
    start(ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).timeout(timeout).build());
  }

  private CompletableFuture<ToolOutput> callAs(String user, String arguments) {
    return catalog.callAsync("files__purge", arguments, CallOptions.builder().user(user).build());
  }

  private PendingApproval next() throws InterruptedException {
    PendingApproval call = requested.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    return call;
  }

  /** Each takes a statement, so a reader of a list does not wait for all. */
  @Test
  void readerOfListMarksSomeExpiredCallsAtOnce() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    McpApprovals suspending =
        McpApprovals.builder()
            .store(ApprovalStore.inMemory(now::get))
            .suspendFor(Duration.ofDays(1))
            .build();
    List<ApprovalState> states = new ArrayList<>();
    suspending.addListener(
        new McpApprovals.Listener() {
          @Override
          public void ended(PendingApproval call) {
            states.add(call.state());
          }
        });
    start(ApprovalPolicy.builder().ask("purge").handlerAsync(suspending).build());
    for (int i = 0; i < 60; i++) {
      catalog.call("files__purge", "{}", CallOptions.builder().conversationId(i).build());
    }
    assertThat(suspending.all()).hasSize(60);

    now.updateAndGet(time -> time.plus(Duration.ofDays(2)));

    assertThat(suspending.all()).isEmpty();
    assertThat(states).hasSize(50);
    assertThat(suspending.all()).isEmpty();
    assertThat(states).hasSize(60).containsOnly(ApprovalState.EXPIRED);
  }

  @Test
  void userDecidesAboutOwnCallsOnly() throws InterruptedException {
    startWith(SOON);
    CompletableFuture<ToolOutput> ofAda = callAs("ada", "{\"path\": \"/a\"}");
    PendingApproval first = next();
    CompletableFuture<ToolOutput> ofBob = callAs("bob", "{\"path\": \"/b\"}");
    PendingApproval second = next();

    assertThat(approvals.all()).containsExactlyInAnyOrder(first, second);
    assertThat(approvals.ofUser("bob")).containsExactly(second);
    assertThat(approvals.find(first.id())).contains(first);
    assertThat(approvals.find(first.id(), "ada")).contains(first);
    assertThat(approvals.find(first.id(), "bob")).isEmpty();
    assertThat(approvals.decide(first.id(), "bob", ApprovalDecision.allow())).isFalse();
    assertThat(approvals.decide("guessed", "bob", ApprovalDecision.allow())).isFalse();
    ApprovalDecision forAll = ApprovalDecision.allowAlways().forAllUsers();
    assertThatThrownBy(() -> approvals.decide(second.id(), "bob", forAll))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(files.received("tools/call")).isEmpty();

    assertThat(approvals.decide(first.id(), "ada", ApprovalDecision.allow())).isTrue();
    assertThat(approvals.decideAsApprover(second.id(), "ops", ApprovalDecision.deny("not now")))
        .isTrue();

    assertThat(ofAda).succeedsWithin(SOON).extracting(ToolOutput::text).isEqualTo("did purge");
    assertThat(ofBob)
        .succeedsWithin(SOON)
        .extracting(ToolOutput::text)
        .isEqualTo("files__purge did not run: not now.");
    assertThat(approvals.all()).isEmpty();
    assertThat(ended).containsExactlyInAnyOrder(second.id() + " DENIED", first.id() + " EXECUTED");
  }

  @Test
  void firstDecisionCounts() throws InterruptedException {
    startWith(SOON);
    CompletableFuture<ToolOutput> output = callAs("ada", "{}");
    String id = next().id();

    assertThat(approvals.decide(id, "ada", ApprovalDecision.deny())).isTrue();
    assertThat(approvals.decide(id, "ada", ApprovalDecision.allow())).as("replayed").isFalse();

    assertThat(output).succeedsWithin(SOON).extracting(ToolOutput::isError).isEqualTo(true);
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void callThatIsNotDecidedInTimeWaitsNoLonger() throws InterruptedException {
    startWith(Duration.ofMillis(1));

    ToolOutput output = callAs("ada", "{}").join();

    assertThat(output.text()).isEqualTo("files__purge did not run: it was not approved in time.");
    String id = next().id();
    assertThat(ended.poll(SOON.toSeconds(), TimeUnit.SECONDS))
        .isIn(id + " EXPIRED", id + " WITHDRAWN");
    assertThat(approvals.all()).isEmpty();
  }

  /** What a terminal would hide, and what looks like another argument. */
  @Test
  void questionShowsWhatWouldBeSent() throws InterruptedException {
    files.tool("run").returns("ran");
    start(ApprovalPolicy.builder().ask("run").handlerAsync(approvals).build());
    String command = "ls \u001b]; rm -rf /data\u0007" + " ".repeat(300) + "; rm -rf /";
    CompletableFuture<ToolOutput> output =
        catalog.callAsync(
            "files__run", Json.write(Map.of("command", command)), CallOptions.defaults());

    PendingApproval call = next();

    assertThat(call.question())
        .startsWith("run: \"ls ")
        .contains("rm -rf /data")
        .endsWith("... (" + Json.write(command).length() + " characters)");
    approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.deny());
    assertThat(output).succeedsWithin(SOON);
  }

  @Test
  void failingListenerLeavesNoCallBehind() throws InterruptedException {
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            throw new AssertionError("of the application");
          }
        });
    startWith(SOON);
    CompletableFuture<ToolOutput> output = callAs("ada", "{}");

    approvals.decideAsApprover(next().id(), "ops", ApprovalDecision.allow());

    assertThat(output).succeedsWithin(SOON).extracting(ToolOutput::text).isEqualTo("did purge");
    assertThat(approvals.all()).isEmpty();
  }

  @Test
  void questionHasTitlesOfToolAndArguments() throws InterruptedException {
    files
        .tool("cancel_order")
        .title("Cancel order")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"order\": {\"type\": \"integer\", \"title\":"
                + " \"Order\"}, \"why\": {\"type\": \"string\"}}}")
        .returns("canceled");
    start(ApprovalPolicy.builder().ask("cancel_order").handlerAsync(approvals).build());
    List<CompletableFuture<ToolOutput>> outputs =
        List.of(
            catalog.callAsync("files__cancel_order", "{\"order\": 17}", CallOptions.defaults()),
            catalog.callAsync(
                "files__cancel_order",
                "{\"order\": 17, \"why\": \"too\\nlate\"}",
                CallOptions.defaults()));

    assertThat(List.of(next().question(), next().question()))
        .containsExactlyInAnyOrder(
            "Cancel order: 17", "Cancel order: Order 17, why \"too\\nlate\"");
    approvals
        .all()
        .forEach(call -> approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.deny()));
    outputs.forEach(output -> assertThat(output).succeedsWithin(SOON));
  }
}
