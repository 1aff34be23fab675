package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** The stores for calls that need approval, by properties. */
class ApprovalStorePropertiesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final EmbeddedDatabase database =
      new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .addScript("io/mcpbridge/approval/jdbc/h2/R__mcp_approval.sql")
          .build();

  ApprovalStorePropertiesTest() {
    server.tool("drop").returns("done");
  }

  @AfterEach
  void close() {
    server.close();
    database.shutdown();
  }

  private ApplicationContextRunner application(String... properties) {
    return CatalogApplication.application(properties)
        .withPropertyValues(
            "mcp.client.servers.db.url=" + server.url(), "mcp.client.servers.db.approval.ask=drop");
  }

  private ApplicationContextRunner suspending(String... properties) {
    return application(properties)
        .withPropertyValues("mcp.client.approval.suspend-for=1d")
        .withBean(DataSource.class, () -> database);
  }

  private static CallOptions options() {
    return CallOptions.builder().user("ada").conversationId("c1").build();
  }

  private static ToolCatalog catalog(AssertableApplicationContext context) {
    ToolCatalog catalog = context.getBean(ToolCatalog.class);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  private static void suspend(AssertableApplicationContext context) {
    assertThat(catalog(context).call("db__drop", "{}", options()).text()).contains("has not run");
  }

  /** Each run is another instance, or the same after a restart. */
  private void runsAfterDecisionElsewhere(ApplicationContextRunner application) {
    application.run(ApprovalStorePropertiesTest::suspend);
    application.run(
        context -> {
          McpApprovals approvals = context.getBean(McpApprovals.class);
          assertThat(approvals.ofUser("ada")).hasSize(1);
          String id = approvals.ofUser("ada").get(0).id();
          assertThat(approvals.decide(id, "ada", ApprovalDecision.allow())).isTrue();
        });
    application.run(
        context -> {
          PendingApproval call = context.getBean(McpApprovals.class).suspended("ada", "c1").get(0);
          assertThat(call.state()).isEqualTo(ApprovalState.ALLOWED);
          CallOptions resumed = options().toBuilder().approvalId(call.id()).build();
          assertThat(catalog(context).call(call.modelName(), call.argumentsJson(), resumed).text())
              .isEqualTo("done");
        });
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void jdbc() {
    runsAfterDecisionElsewhere(suspending("approval.store=jdbc"));

    assertThat(contents()).singleElement().asString().contains("db__drop");
  }

  private List<String> contents() {
    return new JdbcTemplate(database)
        .queryForList("select content from mcp_approval", String.class);
  }

  @Test
  void storeOfApplicationTakesPrecedence() {
    ApprovalStore encrypted =
        JdbcApprovalStore.of(database, new SecretKeySpec(new byte[32], "AES"));
    runsAfterDecisionElsewhere(
        suspending("approval.store=jdbc").withBean(ApprovalStore.class, () -> encrypted));

    assertThat(contents()).singleElement().asString().doesNotContain("drop");
  }

  @Test
  void memoryIsTheDefault() {
    suspending()
        .run(
            context -> {
              suspend(context);
              assertThat(context.getBean(McpApprovals.class).ofUser("ada")).hasSize(1);
            });
    suspending("approval.store=memory")
        .run(context -> assertThat(context.getBean(McpApprovals.class).ofUser("ada")).isEmpty());
    assertThat(contents()).isEmpty();
  }

  @Test
  void namesWrongProperties() {
    application("approval.store=jdbc").run(failsWith("no 'DataSource' bean"));
    application("approval.store=jdbc")
        .withClassLoader(new FilteredClassLoader("io.mcpbridge.approval.jdbc"))
        .withBean(DataSource.class, () -> database)
        .run(failsWith("mcp-approval is not on the class path"));
    application("approval.store=file").run(failsWith("file"));
    application("approval.suspend-for=0").run(failsWith("mcp.client.approval.suspend-for"));
  }

  /** A handler of the application decides, and stores nothing. */
  @Test
  void handlerOfApplicationNeedsNoStore() {
    application("approval.store=memory", "approval.suspend-for=1d")
        .withBean(ApprovalHandler.class, () -> ApprovalHandler.of(call -> ApprovalDecision.allow()))
        .run(
            context ->
                assertThat(catalog(context).call("db__drop", "{}", options()).text())
                    .isEqualTo("done"));
  }

  private static ContextConsumer<AssertableApplicationContext> failsWith(String words) {
    return context -> assertThat(context).getFailure().rootCause().hasMessageContaining(words);
  }
}
