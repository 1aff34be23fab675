package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Nothing runs that was not allowed, and whoever allows it sees what will run. */
class ApprovalTest extends GuardedServers {

  @Test
  void thePolicyIsThatOfTheMomentAndNothingRunsWithoutOne() {
    AtomicReference<ApprovalPolicy> policy = new AtomicReference<>(ApprovalPolicy.automatic());
    start(policy::get);
    CatalogTool purge = catalog.snapshot().tool("files__purge");
    assertThat(call("files__purge").text()).isEqualTo("did purge");

    policy.set(ApprovalPolicy.builder().deny("purge").build());
    assertThat(call("files__purge").text()).contains("this application does not allow it");
    assertThat(call("files__read").text()).isEqualTo("did read");
    assertThat(catalog.approvalMode(purge)).isEqualTo(ApprovalMode.DENY);

    policy.set(null);
    assertThat(call("files__read").text()).contains("did not run");
    assertThat(files.received("tools/call")).hasSize(2);
  }

  @Test
  void byDefaultEverythingRunsByItself() {
    start(ApprovalPolicy.automatic());

    assertThat(call("files__purge").text()).isEqualTo("did purge");
  }

  @Test
  void whoIsAskedSeesWhatWillRun() {
    start(asking(answering(ApprovalDecision.allow())));

    assertThat(call("files__purge").text()).isEqualTo("did purge");
    assertThat(call("files__read").text()).isEqualTo("did read");

    assertThat(asked).hasSize(1);
    ApprovalRequest request = asked.remove();
    assertThat(request.server()).isEqualTo("files");
    assertThat(request.modelName()).isEqualTo("files__purge");
    assertThat(request.tool().description()).isEqualTo("Deletes all");
    assertThat(request.arguments()).isEqualTo(Map.of("path", "/tmp"));
    assertThat(request.argumentsJson()).isEqualTo("{\"path\":\"/tmp\"}");
    assertThat(request.toString()).contains("path").doesNotContain("/tmp");
  }

  @Test
  void whatIsNotAllowedIsNotSentAndTheModelIsTold() {
    start(asking(answering(ApprovalDecision.deny("use the\ntrash instead"))));

    ToolOutput refused = call("files__purge");

    assertThat(refused.isError()).isTrue();
    assertThat(refused.text()).isEqualTo("files__purge did not run: use the trash instead.");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void whatIsDeniedIsNeverAskedAbout() {
    start(
        ApprovalPolicy.builder()
            .auto("*")
            .deny(ToolPattern.named("purge").ofServers("files"))
            .handler(answering(ApprovalDecision.allowAlways()))
            .build(),
        "*");

    assertThat(call("files__purge").text())
        .isEqualTo("files__purge did not run: this application does not allow it.");
    assertThat(call("news__purge").text()).isEqualTo("news");
    assertThat(asked).isEmpty();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void aListWithoutNamesAllowsNothing() {
    String[] none = {};
    start(
        ApprovalPolicy.builder()
            .auto(none)
            .ask("purge")
            .handler(answering(ApprovalDecision.deny("not today")))
            .build());

    assertThat(call("files__purge").isError()).isTrue();
    assertThat(files.received("tools/call")).isEmpty();
    assertThatThrownBy(() -> ToolPattern.any().ofServers(none))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void annotationsAndServersMakeRules() {
    start(
        ApprovalPolicy.builder()
            .auto(ToolPattern.any().ofServers("news"))
            .ask(ToolPattern.any().destructive())
            .handler(answering(ApprovalDecision.deny()))
            .build());

    assertThat(call("news__purge").isError()).isFalse();
    assertThat(call("files__read").isError()).isFalse();
    assertThat(call("files__purge").text())
        .isEqualTo("files__purge did not run: it was not allowed.");
    assertThat(asked).hasSize(1);
  }

  @Test
  void aListOfWhatIsAlwaysAllowedSpares() {
    start(
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handler(answering(ApprovalDecision.deny()))
            .build(),
        "re*");

    assertThat(call("files__read").text()).isEqualTo("did read");
    assertThat(asked).isEmpty();
    assertThat(call("files__purge").isError()).isTrue();
    assertThat(asked).hasSize(1);
  }

  @Test
  void aStarAllowsAllToolsOfThatServer() {
    start(
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .handler(answering(ApprovalDecision.deny()))
            .build(),
        "*");

    assertThat(call("files__purge").text()).isEqualTo("did purge");
    assertThat(call("news__purge").isError()).isTrue();
  }

  @Test
  void suchAListCountsOnlyWhereThePolicyLetsIt() {
    start(
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.ASK)
            .honourAlwaysAllow(false)
            .handler(answering(ApprovalDecision.deny()))
            .build(),
        "*");

    assertThat(call("files__read").isError()).isTrue();
    assertThat(asked).hasSize(1);
  }

  @Test
  void theModeOfEachToolIsKnownWhenItIsListed() {
    start(asking(answering(ApprovalDecision.allow())), "purge");
    CatalogTool ours = catalog.snapshot().tool("files__purge");
    CatalogTool theirs = catalog.snapshot().tool("news__purge");

    assertThat(catalog.approvalMode(ours)).isEqualTo(ApprovalMode.AUTO);
    assertThat(catalog.approvalMode(theirs)).isEqualTo(ApprovalMode.ASK);
  }

  @Test
  void anAnswerMayTakeLongerThanTheCall() throws Exception {
    CompletableFuture<ApprovalDecision> later = new CompletableFuture<>();
    start(
        asking(
            request -> {
              asked.add(request);
              return later;
            }));
    AtomicReference<ToolOutput> output = new AtomicReference<>();
    Thread caller =
        new Thread(
            () ->
                output.set(
                    catalog.call(
                        "files__purge",
                        "{}",
                        CallOptions.defaults().withTimeout(Duration.ofSeconds(10)))));
    caller.start();
    assertThat(asked.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(files.received("tools/call")).as("not before it is allowed").isEmpty();

    later.complete(ApprovalDecision.allow());
    caller.join(10_000);

    assertThat(output.get().text()).isEqualTo("did purge");
  }

  /** What is done while somebody is asked about a call that he allows then. */
  private ToolOutput callDuring(Runnable change) throws InterruptedException {
    CompletableFuture<ApprovalDecision> later = new CompletableFuture<>();
    start(
        asking(
            request -> {
              asked.add(request);
              return later;
            }));
    AtomicReference<ToolOutput> output = new AtomicReference<>();
    Thread caller = new Thread(() -> output.set(call("files__purge")));
    caller.start();
    assertThat(asked.poll(10, TimeUnit.SECONDS)).isNotNull();

    change.run();
    later.complete(ApprovalDecision.allow());
    caller.join(10_000);
    return output.get();
  }

  @Test
  void whatIsAllowedWhenItsServerIsDisabledDoesNotRun() throws InterruptedException {
    ToolOutput output = callDuring(() -> catalog.disable("files", "the operator"));

    assertThat(output.text()).startsWith("files__purge is temporarily unavailable; it did not run");
    assertThat(output.failure()).hasMessageContaining("not sent").hasMessageContaining("disabled");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void whatIsAllowedWhenTheToolIsDisabledDoesNotRun() throws InterruptedException {
    ServerOptions narrower =
        ServerOptions.builder().selection(ToolSelection.builder().disable("purge").build()).build();
    ToolOutput output = callDuring(() -> catalog.replace("files", files.transport(), narrower));

    assertThat(output.isError()).isTrue();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void whatIsAllowedWhenItsServerIsReplacedByTheSameRuns() throws InterruptedException {
    ToolOutput output =
        callDuring(() -> catalog.replace("files", files.transport(), ServerOptions.defaults()));

    assertThat(output.text()).isEqualTo("did purge");
  }

  @Test
  void noAnswerIsANo() {
    CompletableFuture<ApprovalDecision> never = new CompletableFuture<>();
    start(
        ApprovalPolicy.builder()
            .ask("purge")
            .timeout(Duration.ofMillis(20))
            .handler(request -> never)
            .build());

    try (CapturedLog log = new CapturedLog(ApprovalPolicy.class)) {
      assertThat(call("files__purge").text())
          .isEqualTo("files__purge did not run: nobody allowed it in time.");
      assertThat(log.lines()).singleElement().asString().contains("files__purge", "[path]");
    }

    assertThat(never).as("the question is taken back").isCancelled();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void aHandlerThatFailsIsANo() {
    start(
        asking(
            request -> {
              throw new IllegalStateException("no screen");
            }));

    try (CapturedLog log = new CapturedLog(ApprovalPolicy.class)) {
      assertThat(call("files__purge").text())
          .isEqualTo("files__purge did not run: it was not allowed.");
      assertThat(log.lines()).singleElement().asString().contains("ERROR", "ApprovalHandler");
    }
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void anInterruptedQuestionIsACancelledCall() {
    start(asking(request -> new CompletableFuture<>()));

    Thread.currentThread().interrupt();
    ToolOutput output = call("files__purge");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(output.failure()).isInstanceOf(McpCancelledException.class);
    assertThat(output.text()).isEqualTo("The call of files__purge was cancelled.");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void aPolicyThatAsksNeedsSomebodyToAsk() {
    assertThatThrownBy(() -> ApprovalPolicy.builder().ask("purge").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("handler");
  }
}
