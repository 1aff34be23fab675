package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalDryRun;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Rules that depend on arguments, and decisions that change or replace a call. */
class ArgumentRulesTest extends GuardedServers {

  @Test
  void rulesDependOnArguments() {
    start(
        ApprovalPolicy.builder()
            .rule(ApprovalRule.ask("files__read").when("/path", ArgumentCondition.below("/tmp")))
            .rule(ApprovalRule.deny("purge").when("/path", ArgumentCondition.below("/etc")))
            .handlerAsync(answering(ApprovalDecision.deny("not there")))
            .build());

    assertThat(call("files__read", "/data/a").text()).isEqualTo("did read");
    assertThat(call("files__read", "/data/../tmp/a").text())
        .isEqualTo("files__read did not run: not there.");
    assertThat(call("files__purge", "/data").text()).isEqualTo("did purge");
    assertThat(call("files__purge", "/etc//hosts").text())
        .isEqualTo("files__purge did not run: this application does not allow it.");
    assertThat(approvalRequests.remove().reason())
        .isEqualTo("ask files__read when /path below \"/tmp\"");
    assertThat(files.received("tools/call")).hasSize(2);
  }

  /** The model leaves out the fixed argument, and writes the number as a text. */
  @Test
  void rulesSeeArgumentsThatWouldBeSent() {
    files
        .tool("copy")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"to\": {\"type\": \"string\"},"
                + " \"count\": {\"type\": \"integer\"}}}")
        .returns("copied");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                files.transport(),
                ServerOptions.builder()
                    .tool("copy", ToolOptions.builder().fixedArgument("to", "/backup").build())
                    .build())
            .approval(
                ApprovalPolicy.builder()
                    .otherwise(ApprovalMode.DENY)
                    .rule(
                        ApprovalRule.allow("files__copy")
                            .when("/to", ArgumentCondition.below("/backup"))
                            .when("/count", ArgumentCondition.maximum(3)))
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();

    assertThat(catalog.call("files__copy", "{\"count\": \"3\"}", CallOptions.defaults()).text())
        .isEqualTo("copied");
    assertThat(catalog.call("files__copy", "{\"count\": \"4\"}", CallOptions.defaults()).isError())
        .isTrue();
    assertThat(files.received("tools/call")).hasSize(1);
  }

  @Test
  void alwaysAllowDoesNotAnswerRuleThatAsksBecauseOfArguments() {
    start(
        ApprovalPolicy.builder()
            .ask("purge")
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.below("/etc")))
            .handlerAsync(answering(ApprovalDecision.deny("not there")))
            .build(),
        "purge");

    assertThat(call("files__purge", "/data").text()).isEqualTo("did purge");
    assertThat(call("files__purge", "/etc").isError()).isTrue();
    assertThat(approvalRequests).hasSize(1);
  }

  /** The person who decides writes what the model could have written. */
  @Test
  void changedArgumentsAreSentValidatedAndRuledAgain() {
    files
        .tool("move")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\"}, \"n\":"
                + " {\"type\": \"integer\"}}, \"required\": [\"path\"]}")
        .returns("moved");
    BlockingQueue<ApprovalDecision> decisions = new LinkedBlockingQueue<>();
    start(
        ApprovalPolicy.builder()
            .ask("move")
            .rule(ApprovalRule.deny("move").when("/path", ArgumentCondition.below("/etc")))
            .handler(request -> decisions.remove())
            .build());
    decisions.add(ApprovalDecision.allow().withArguments(Map.of("path", "/data", "n", 3)));
    decisions.add(ApprovalDecision.allow().withArguments(Map.of("path", "/data", "n", "3")));
    decisions.add(ApprovalDecision.allow().withArguments(Map.of("path", "/etc/hosts")));

    assertThat(call("files__move").text()).isEqualTo("moved");
    assertThat(call("files__move").text())
        .startsWith(
            "files__move did not run: its arguments were changed and do not match its schema.")
        .contains("n");
    assertThat(call("files__move").text())
        .isEqualTo(
            "files__move did not run: this application does not allow it any more, or with these"
                + " arguments.");
    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.toString()).contains("\"path\":\"/data\"", "\"n\":3"));
  }

  /** "Always" for a harmless command does not answer for another one. */
  @Test
  void alwaysIsForTheseArgumentsIfArgumentsAreWhyACallIsAskedAbout() {
    start(
        ApprovalPolicy.builder()
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.below("/etc")))
            .handlerAsync(answering(ApprovalDecision.allowAlways()))
            .build());

    call("files__purge", "/etc/a");
    call("files__purge", "/etc/a");
    call("files__purge", "/etc/b");

    assertThat(approvalRequests)
        .extracting(request -> request.arguments().get("path"))
        .containsExactly("/etc/a", "/etc/b");
  }

  @Test
  void ruleThatDeniesMeanwhileWinsOverApproval() {
    AtomicReference<ApprovalPolicy> policy = new AtomicReference<>();
    policy.set(
        ApprovalPolicy.builder()
            .ask("purge")
            .handler(
                request -> {
                  policy.set(ApprovalPolicy.builder().deny("purge").build());
                  return ApprovalDecision.allow();
                })
            .build());
    start(policy::get);

    assertThat(call("files__purge").text())
        .isEqualTo(
            "files__purge did not run: this application does not allow it any more, or with these"
                + " arguments.");
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void answersInPlaceOfTool() {
    start(asking(answering(ApprovalDecision.answer("purged by hand"))));

    ToolOutput answer = call("files__purge");

    assertThat(answer.text()).isEqualTo("purged by hand");
    assertThat(answer.isError()).isFalse();
    assertThat(catalog.servers().get(0).counters().approvalsAsked()).isEqualTo(1);
    assertThat(catalog.servers().get(0).counters().approvalsDenied()).isZero();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void refusesContradictoryDecisions() {
    assertThatThrownBy(() -> ApprovalDecision.deny().withArguments(Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ApprovalDecision.allow().forAllUsers())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ApprovalDecision.deny().forTheseArguments())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ApprovalDecision.answer(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void explainsWhichRuleDecides() {
    start(
        ApprovalPolicy.builder()
            .deny("drop")
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.startsWith("/etc")))
            .handlerAsync(answering(ApprovalDecision.allow()))
            .build(),
        "read");
    CatalogTool purge = catalog.snapshot().tool("files__purge");

    assertThat(catalog.explainApproval(purge, Map.of("path", "/etc"), null))
        .hasToString("ask, by the rule: ask purge when /path startsWith \"/etc\"");
    assertThat(catalog.approvalMode(purge)).as("depends on the path").isEqualTo(ApprovalMode.ASK);
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void dryRunComparesPoliciesOnTracedCalls() {
    files.tool("purge").returns("purged");
    WireTrace trace = WireTrace.builder().maxBodyCharacters(1_000).build();
    ServerOptions traced =
        ServerOptions.builder().trace(TraceLevel.BODIES).alwaysAllow("purge").build();
    catalog =
        ToolCatalog.builder().server("files", files.transport(), traced).wireTrace(trace).build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    List.of("/a", "/etc/b", "/c" + "c".repeat(2_000))
        .forEach(path -> catalog.call("files__purge", "{\"path\": \"" + path + "\"}"));
    ApprovalPolicy other =
        ApprovalPolicy.builder()
            .rule(ApprovalRule.ask("purge").when("/path", ArgumentCondition.startsWith("/etc")))
            .otherwise(ApprovalMode.ASK)
            .handler(request -> ApprovalDecision.deny())
            .build();

    ApprovalDryRun dryRun =
        catalog.dryRunApproval(
            other, trace.records("files").stream().map(TraceRecord::json).toList());

    assertThat(dryRun.calls())
        .extracting(call -> call.before().mode() + " " + call.after().mode())
        .as("changed ones first; the server's alwaysAllow counts for both")
        .containsExactly("ALLOW ASK", "ALLOW ALLOW");
    assertThat(dryRun.calls().get(0).after().rule()).isSameAs(other.rules().get(0));
    assertThat(dryRun.calls().get(0).line()).isGreaterThan(dryRun.calls().get(1).line());
    assertThat(dryRun.skipped()).singleElement().asString().endsWith("not a JSON object, or cut");
    assertThat(files.received("tools/call")).hasSize(3);
  }

  @Test
  void dryRunSkipsServersWithoutToolList() {
    files.tool("purge").returns("purged");
    catalog =
        ToolCatalog.builder()
            .server(
                "files", files.transport(), ServerOptions.builder().start(StartPolicy.LAZY).build())
            .build();
    List<String> calls = List.of("{\"server\": \"files\", \"tool\": \"purge\"}");

    assertThat(catalog.dryRunApproval(ApprovalPolicy.allowAll(), calls).skipped())
        .containsExactly(
            "line 1: the server \"files\" has not listed its tools yet: awaitReady(\"files\", ...)"
                + " waits for them");
    assertThat(files.received()).as("a lazy server is not connected").isEmpty();
    assertThat(catalog.awaitReady("files", SOON)).isTrue();
    assertThat(catalog.dryRunApproval(ApprovalPolicy.allowAll(), calls).calls()).hasSize(1);
  }

  /** Of the revision 2026-07-28, which repeats the request with the answers. */
  @Test
  void dryRunCountsCallWithFormOnce() {
    files
        .tool("purge")
        .handler(
            call ->
                call.requestState() == null
                    ? FakeResult.inputRequired("{\"r\": {\"method\": \"roots/list\"}}", "s")
                    : FakeResult.text("purged"));
    WireTrace trace = WireTrace.create();
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                files.transport(),
                ServerOptions.builder().trace(TraceLevel.BODIES).build())
            .wireTrace(trace)
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots((request, context) -> new ListRootsResult(List.of()))
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    assertThat(catalog.call("files__purge", "{}").text()).isEqualTo("purged");

    ApprovalDryRun dryRun =
        catalog.dryRunApproval(
            ApprovalPolicy.allowAll(),
            trace.records("files").stream().map(TraceRecord::json).toList());

    assertThat(files.received("tools/call")).hasSize(2);
    assertThat(dryRun.calls()).hasSize(1);
    assertThat(dryRun.skipped()).isEmpty();
  }
}
