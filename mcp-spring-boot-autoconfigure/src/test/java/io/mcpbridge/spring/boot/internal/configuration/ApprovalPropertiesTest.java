package io.mcpbridge.spring.boot.internal.configuration;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

/** Approval policy by property. */
class ApprovalPropertiesTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<String> approvalRequests = new CopyOnWriteArrayList<>();
  private final ApprovalHandler handler =
      ApprovalHandler.of(
          request -> {
            approvalRequests.add(request.tool().name());
            return ApprovalDecision.allow();
          });

  ApprovalPropertiesTest() {
    server.tool("read").annotations("{\"readOnlyHint\": true}").returns("done");
    server.tool("drop").returns("done");
    server.tool("send").returns("done");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Map<String, ApprovalMode> modes(ToolCatalog catalog) {
    return catalog.tools().stream()
        .collect(Collectors.toMap(CatalogTool::modelName, catalog::approvalMode));
  }

  @Test
  void otherwiseOfServerPrecedesDefault() {
    String url = server.url();
    CatalogApplication.run(
        application(
                "servers.a.url=" + url,
                "servers.a.approval.allow=send",
                "servers.a.approval.otherwise=ask",
                "servers.b.url=" + url,
                "servers.b.approval.deny=send",
                "approval.rules[0].allow=*",
                "approval.rules[0].traits=read-only",
                "defaults.approval.otherwise=deny")
            .withBean(ApprovalHandler.class, () -> handler),
        catalog ->
            assertThat(modes(catalog))
                .containsOnly(
                    Map.entry("a__read", ApprovalMode.ALLOW),
                    Map.entry("a__send", ApprovalMode.ALLOW),
                    Map.entry("a__drop", ApprovalMode.ASK),
                    Map.entry("b__read", ApprovalMode.ALLOW),
                    Map.entry("b__send", ApprovalMode.DENY),
                    Map.entry("b__drop", ApprovalMode.DENY)));
  }

  @Test
  void approvalHandlerBeanIsAsked() {
    CatalogApplication.run(
        application("servers.a.url=" + server.url(), "servers.a.approval.ask=dr?p")
            .withBean(ApprovalHandler.class, () -> handler),
        catalog -> {
          assertThat(call(catalog, "a__read", "{}").text()).isEqualTo("done");
          assertThat(approvalRequests).isEmpty();
          assertThat(call(catalog, "a__drop", "{}").text()).isEqualTo("done");
          assertThat(approvalRequests).containsExactly("drop");
        });
  }

  /** The page of an application needs nothing else. */
  @Test
  void callWaitsInMcpApprovalsWithoutHandlerBean() {
    BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
    BlockingQueue<PendingApproval> ended = new LinkedBlockingQueue<>();
    application("servers.a.url=" + server.url(), "servers.a.approval.ask=drop")
        .withConfiguration(AutoConfigurations.of(McpEventAutoConfiguration.class))
        .withBean("listener", ApplicationListener.class, () -> listener(requested, ended))
        .run(
            context -> {
              McpApprovals approvals = context.getBean(McpApprovals.class);
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

              CompletableFuture<ToolOutput> output =
                  catalog.callAsync("a__drop", "{}", CallOptions.defaults());
              PendingApproval call = requested.poll(60, TimeUnit.SECONDS);

              assertThat(approvals.all()).containsExactly(call);
              assertThat(
                      approvals.decideAsApprover(call.id(), "approver", ApprovalDecision.allow()))
                  .isTrue();
              assertThat(output.join().text()).isEqualTo("done");
              assertThat(ended.poll(60, TimeUnit.SECONDS))
                  .returns(call.id(), PendingApproval::id)
                  .returns(ApprovalState.EXECUTED, PendingApproval::state);
            });
  }

  @Test
  void publishesUseAndRevocationOfRememberedDecision() {
    Queue<PendingApproval> requested = new LinkedBlockingQueue<>();
    List<McpEvent> events = new CopyOnWriteArrayList<>();
    ApplicationListener<PayloadApplicationEvent<?>> listener =
        event -> {
          if (event.getPayload() instanceof McpEvent.ApprovalReused
              || event.getPayload() instanceof McpEvent.ApprovalRevoked) {
            events.add((McpEvent) event.getPayload());
          }
        };
    application(
            "servers.a.url=" + server.url(),
            "servers.a.approval.ask=drop",
            "approval.suspend-for=1d")
        .withConfiguration(AutoConfigurations.of(McpEventAutoConfiguration.class))
        .withBean("requests", ApplicationListener.class, () -> listener(requested, requested))
        .withBean("listener", ApplicationListener.class, () -> listener)
        .run(
            context -> {
              McpApprovals approvals = context.getBean(McpApprovals.class);
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              CallOptions ada = CallOptions.builder().user("ada").build();
              catalog.call("a__drop", "{}", ada);
              String id = requested.remove().id();
              approvals.decideAsApprover(id, "bob", ApprovalDecision.allowAlways());

              assertThat(catalog.call("a__drop", "{}", ada).text()).isEqualTo("done");
              String remembered = approvals.remembered("ada").get(0).id();
              approvals.revoke(remembered, "ada");

              assertThat(events)
                  .satisfiesExactly(
                      event ->
                          assertThat(((McpEvent.ApprovalReused) event).call())
                              .returns(remembered, PendingApproval::id)
                              .returns("bob", PendingApproval::decidedBy),
                      event ->
                          assertThat(((McpEvent.ApprovalRevoked) event).decision())
                              .returns(remembered, PendingApproval::id)
                              .returns("ada", PendingApproval::decidedBy));
            });
  }

  private static ApplicationListener<PayloadApplicationEvent<?>> listener(
      Queue<PendingApproval> requested, Queue<PendingApproval> ended) {
    return event -> {
      if (event.getPayload() instanceof McpEvent.ApprovalRequested pending) {
        requested.add(pending.call());
      } else if (event.getPayload() instanceof McpEvent.ApprovalEnded decided) {
        ended.add(decided.call());
      }
    };
  }

  @Test
  void rulesDependOnArguments() {
    CatalogApplication.run(
        application(
                "servers.a.url=" + server.url(),
                "approval.rules[0].ask=a__send",
                "approval.rules[0].when[/to].regex=@example",
                "approval.rules[1].deny=drop",
                "approval.rules[1].when[/files/*].below=/etc",
                "approval.rules[1].when[/force].present=true",
                "approval.rules[1].when[/force].equals=true",
                "approval.rules[2].deny=read",
                "approval.rules[2].when[/n].in=7,8",
                "approval.rules[2].when[/n].maximum=7.5",
                "approval.rules[3].deny=read",
                "approval.rules[3].when[/s].in[0]=x",
                "approval.rules[3].when[/s].in[1]=y",
                "approval.rules[3].when[/s].present=true")
            .withBean(ApprovalHandler.class, () -> handler),
        catalog -> {
          assertThat(call(catalog, "a__send", "{\"to\": \"ada@test\"}").text()).isEqualTo("done");
          assertThat(approvalRequests).isEmpty();
          assertThat(call(catalog, "a__send", "{\"to\": \"ada@example\"}").text())
              .isEqualTo("done");
          assertThat(approvalRequests).containsExactly("send");
          assertThat(call(catalog, "a__read", "{\"n\": 7}").isError()).isTrue();
          assertThat(call(catalog, "a__read", "{\"n\": 8}").isError()).isFalse();
          assertThat(call(catalog, "a__read", "{\"n\": 9, \"s\": \"y\"}").isError()).isTrue();
          String files = "{\"files\": [\"/data/a\", \"/etc/b\"]";
          assertThat(call(catalog, "a__drop", files + "}").isError()).isFalse();
          assertThat(call(catalog, "a__drop", files + ", \"force\": true}").isError()).isTrue();
        });
  }

  @Test
  void ruleThatNeverAllowsPreventsStart() {
    assertStartFails(
        "mcp.client.approval: the rule \"allow send of a\" never applies, because \"ask send\""
            + " comes first; to ask for all calls but these, set otherwise to ask",
        "servers.a.approval.allow=send",
        "defaults.approval.ask=send");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "approval.rules[0].users=ada           | a rule has one of deny, ask and allow",
        "approval.rules[0].when[/a].below=data | is not an absolute path of a folder",
        "approval.rules[0].when[/a].regex=(    | Unclosed group",
        "approval.rules[0].users=              | users is empty",
        "approval.rules[0].when.path.below=/a  | when.path is not a JSON pointer in brackets",
        "approval.rules[0].when[/a].inside=/a  | when[/a].inside: is unknown",
        "approval.rules[0].when[/a].minimum=x  | when[/a].minimum is not a number",
        "approval.rules[0].when[/a].present=no | when[/a].present: is neither true nor false",
        "approval.rules[0].wehn[/a].below=/a   | Unknown property of the approval rules",
        "approval.rules[0].user=ada            | Unknown property of the approval rules",
        "servers.a.approval.dney=drop          | Unknown property of the approval rules",
      })
  void invalidRulePreventsStart(String property, String message) {
    String tool =
        property.endsWith("users=ada") ? "approval.timeout=5m" : "approval.rules[0].deny=*";

    assertStartFails(message, tool, property.strip());
  }

  /** The rules apply to the tools of users. */
  @Test
  void invalidRulePreventsStartWithOwnCatalogAndServersOfUsers() {
    application(
            "servers.a.url=" + server.url(),
            "servers.a.per-user=true",
            "approval.rules[0].deny=drop",
            "approval.rules[0].when[/a].inside=/a")
        .withBean(ToolCatalog.class, () -> ToolCatalog.builder().build())
        .withBean(ThreadContextProvider.class, () -> () -> ThreadContextProvider.NOTHING)
        .run(context -> assertFails(context, "when[/a].inside: is unknown"));
  }

  private static void assertFails(AssertableApplicationContext context, String message) {
    assertThat(context)
        .getFailure()
        .satisfies(failure -> assertThat(chain(failure)).contains("mcp.client.", message));
  }

  private static void assertStartFails(String message, String... properties) {
    application(properties)
        .withPropertyValues("mcp.client.servers.a.command=npx")
        .run(context -> assertFails(context, message));
  }

  private static String chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(String::valueOf)
        .collect(Collectors.joining("\n"));
  }
}
