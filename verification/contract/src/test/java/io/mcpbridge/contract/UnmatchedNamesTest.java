package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A rule that matches no tool looks like one that protects. */
@ExtendWith(LeakCheck.class)
class UnmatchedNamesTest {

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer news = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog(UnmatchedNames.class);

  @BeforeEach
  void addTools() {
    files.tool("read_file");
    files.tool("delete_file");
    news.tool("list_news");
  }

  @AfterEach
  void close() {
    log.close();
    files.close();
    news.close();
  }

  private ToolCatalog start(ApprovalPolicy policy, ServerOptions ofFiles, ServerOptions ofNews) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", files.transport(), ofFiles)
            .server("news", news.transport(), ofNews)
            .approval(policy)
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(15))).isTrue();
    return catalog;
  }

  private static final ServerOptions DEFAULTS = ServerOptions.defaults();

  @Test
  void comparesRulesOfPolicyWithAllServers() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .deny("delete_*", "files__delete_file", "files__delet_file", "drop_*")
            .deny(ToolPattern.named("delete_*").ofServers("news"))
            .allow("read_file", "files__read_file", "files__reed_file")
            .build();
    try (ToolCatalog catalog = start(policy, DEFAULTS, DEFAULTS)) {
      files.tool("more");
      files.announceToolsChanged();
      Waiting.until(() -> catalog.snapshot().tool("files__more") != null);
    }

    assertThat(log.lines())
        .containsExactlyInAnyOrder(
            "WARN MCP servers \"files\", \"news\": no tool is named \"files__delet_file\""
                + " (setting: approval.deny); similar names: \"delete_file\"",
            "WARN MCP servers \"files\", \"news\": no tool is named \"drop_*\""
                + " (setting: approval.deny); there are 3, such as \"read_file\","
                + " \"delete_file\", \"list_news\"",
            "WARN MCP server \"news\": no tool is named \"delete_*\" (setting: approval.deny);"
                + " there is 1 tool: \"list_news\"",
            "WARN MCP servers \"files\", \"news\": no tool is named \"files__reed_file\""
                + " (setting: approval.allow); similar names: \"read_file\"");
  }

  @Test
  void comparesRulesOfServerWithItsTools() {
    ServerOptions options =
        ServerOptions.builder()
            .selection(tools -> tools.exclude("list_news", "news__list_news").hide("read_fil"))
            .tool("delete_files", ToolOptions.builder().title("Delete").build())
            .alwaysAllow("read_*", "raed_*")
            .build();
    start(ApprovalPolicy.allowAll(), options, DEFAULTS).close();

    assertThat(log.lines())
        .allMatch(line -> line.startsWith("WARN MCP server \"files\": no tool is named "))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"list_news\" (setting: exclude)"),
            line -> assertThat(line).contains("\"news__list_news\" (setting: exclude)"),
            line ->
                assertThat(line)
                    .contains("(setting: ToolSelection.hide); similar names: \"read_file\""),
            line -> assertThat(line).contains("(setting: tools); similar names: \"delete_file\""),
            line ->
                assertThat(line)
                    .contains("(setting: ServerOptions.alwaysAllow); similar names: \"read_"));
  }

  @Test
  void suggestsNameOnServerForNameOfModel() {
    ServerOptions options =
        ServerOptions.builder().selection(tools -> tools.exclude("files__delete_file")).build();
    start(ApprovalPolicy.allowAll(), options, DEFAULTS).close();

    assertThat(log.lines())
        .singleElement()
        .asString()
        .endsWith("(setting: exclude); similar names: \"delete_file\"");
  }

  /** Defaults are copied to the options of each server. */
  @Test
  void nameInOptionsOfSeveralServersIsOneRule() {
    ServerOptions options =
        ServerOptions.builder().selection(tools -> tools.exclude("delete_*", "drop_*")).build();
    start(ApprovalPolicy.allowAll(), options, options).close();

    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("WARN MCP servers \"files\", \"news\": no tool is named \"drop_*\"");
  }

  @Test
  void waitsForListsOfAllServers() {
    news.inject("tools/list", Faults.error(-32603, "not yet"));
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .deny("drop_*")
            .deny(ToolPattern.named("drop_*").ofServers("files"))
            .build();
    try (ToolCatalog catalog = start(policy, DEFAULTS, DEFAULTS)) {
      assertThat(log.lines()).singleElement().asString().startsWith("WARN MCP server \"files\"");

      news.clearFaults();
      catalog.refresh("news");
      Waiting.until(() -> log.lines().size() == 2);
    }
  }

  @Test
  void comparesAlwaysVisibleToolsOfSearch() {
    ToolSearch search =
        ToolSearch.builder()
            .mode(ToolSearchMode.ALWAYS)
            .alwaysVisible("files__read_*", "delete_file", "list_new")
            .build();
    try (ToolCatalog catalog = start(ApprovalPolicy.allowAll(), DEFAULTS, DEFAULTS)) {
      ToolSet searched = catalog.searchable(search);
      searched.snapshot();
      searched.snapshot();
    }

    assertThat(log.lines())
        .containsExactly(
            "WARN MCP servers \"files\", \"news\": no tool is named \"list_new\""
                + " (setting: tool-search.always-visible); similar names: \"list_news\"");
  }
}
