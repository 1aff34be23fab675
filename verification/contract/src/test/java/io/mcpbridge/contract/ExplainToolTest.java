package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.ToolExplanation.Step;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Why models get a tool, or do not. */
class ExplainToolTest {

  @RegisterExtension final TwoServers servers = new TwoServers("files", "news");
  private final FakeMcpServer files = servers.first;
  private final FakeMcpServer news = servers.second;

  private void start(ServerOptions filesOptions, ServerOptions newsOptions) {
    for (String name : List.of("read_file", "read_secret", "write_file", "list", "purge")) {
      files.tool(name).returns("did " + name);
    }
    files.tool("pick").with("_meta", "{\"ui\": {\"visibility\": [\"app\"]}}");
    news.tool("headlines").returns("news");
    servers.startReady(
        ToolCatalog.builder()
            .server("files", files.transport(), filesOptions)
            .server("news", news.transport(), newsOptions));
  }

  private void start() {
    ToolSelection selection =
        ToolSelection.builder()
            .include("read_*", "write_*", "pick", "purge")
            .exclude("*_secret")
            .hide("write_*")
            .disable("purge")
            .build();
    start(ServerOptions.builder().selection(selection).build(), ServerOptions.defaults());
  }

  private ToolExplanation explain(String name) {
    return servers.catalog().explainTool(name, null);
  }

  private void assertStopped(String name, Step step, String reason) {
    ToolExplanation explanation = explain(name);
    assertThat(explanation.isOffered()).as(name).isFalse();
    assertThat(explanation.stoppedAt()).as(name).isEqualTo(step);
    assertThat(explanation.reason()).as(name).contains(reason);
  }

  @Test
  void findsToolByAnyOfItsNames() {
    start();

    for (String name : List.of("files__read_file", "read_file", "files.read-file")) {
      ToolExplanation explanation = explain(name);
      assertThat(explanation.isOffered()).as(name).isTrue();
      assertThat(explanation.tool().modelName()).isEqualTo("files__read_file");
      assertThat(explanation.reason()).isNull();
    }
  }

  @Test
  void namesSelectionThatStopsTool() {
    start();

    assertStopped("read_secret", Step.INCLUDED, "excluded by \"*_secret\" (setting: exclude)");
    assertStopped("files__list", Step.INCLUDED, "(settings: include, include-traits)");
    assertStopped("write_file", Step.VISIBLE, "hidden from models (ToolSelection.hide)");
    assertStopped("pick", Step.VISIBLE, "user interface only");
    assertStopped("purge", Step.VISIBLE, "disabled (ToolSelection.disable)");
  }

  @Test
  void namesServerThatDoesNotListTool() {
    start();

    assertStopped("files__copy", Step.LISTED, "the server lists no tool of this name");
    assertThat(explain("files__copy").server()).isEqualTo("files");
    assertStopped("headline", Step.LISTED, "no server lists a tool of this name");
    assertThat(explain("headline").similarNames()).startsWith("news__headlines");
  }

  @Test
  void tellsServerWhoseToolsAreNotKnown() {
    start(
        ServerOptions.builder().start(StartPolicy.LAZY).build(),
        ServerOptions.builder().start(StartPolicy.LAZY).build());

    assertStopped("files__list", Step.SERVER, "connects when it is first used (setting: start)");
    assertThat(explain("list").unlistedServers()).containsExactly("files", "news");
  }

  @Test
  void tellsWhyServerIsAway() {
    start();
    servers.catalog().disable("files", "the operator");

    assertStopped("read_file", Step.SERVER, "disabled by the operator");
  }

  @Test
  void namesPolicyThatBlocksChangedTool() {
    start(
        ServerOptions.defaults(),
        ServerOptions.builder().toolChangePolicy(ToolChangePolicy.BLOCK).build());
    news.tool("headlines").description("Changed.").returns("news");
    servers.catalog().refresh(List.of("news"), Duration.ofSeconds(60));

    assertStopped("headlines", Step.UNCHANGED, "(setting: tool-change-policy)");
  }

  @Test
  void namesToolWithSameName() {
    news.tool("list").returns("all news");
    start(
        ServerOptions.builder().toolNamePrefix(false).build(),
        ServerOptions.builder().toolNamePrefix(false).build());

    String first = servers.catalog().snapshot().tool("list").server();
    ToolExplanation explanation = explain((first.equals("files") ? "news" : "files") + "__list");
    assertThat(explanation.stoppedAt()).isEqualTo(Step.NAMED);
    assertThat(explanation.reason()).contains("server \"" + first + "\" has the same name");
  }

  @Test
  void tellsWhyModelCannotGetSchema() {
    files.tool("count").inputSchema("{\"type\": \"array\"}").returns("3");
    start(ServerOptions.defaults(), ServerOptions.defaults());

    assertThat(explain("count").isOffered()).as("whatever the model").isTrue();
    ToolExplanation explanation = servers.catalog().explainTool("count", SchemaProfile.VERBATIM);
    assertThat(explanation.stoppedAt()).isEqualTo(Step.ACCEPTED);
    assertThat(explanation.reason()).contains("its inputSchema has the type \"array\"");
  }
}
