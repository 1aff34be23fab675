package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
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

  private static ApprovalRule rule(String tool, String pointer) {
    return ApprovalRule.deny(tool).when(pointer, ArgumentCondition.present());
  }

  @Test
  void comparesArgumentsOfRulesWithSchemas() {
    files
        .tool("copy")
        .inputSchema(
            """
            {"type": "object", "additionalProperties": false, "properties": {
              "from": {"$ref": "#/$defs/place"}, "to": {"type": "array", "items": {"$ref": "#/$defs/place"}},
              "any": {"type": "object"}, "open": {"type": "object", "properties": {"a": {}},
              "additionalProperties": {"type": "string"}}, "draft7": {"properties": {"a": {}},
              "dependencies": {"a": {"properties": {"b": {}}}}}, "one": {"anyOf": [{"properties": {"b": {}}}]}},
             "$defs": {"place": {"type": "object", "properties": {"path": {"type": "string"},
              "inside": {"$ref": "#/$defs/place"}}}}}
            """);
    news.tool("search").inputSchema("{\"properties\": {\"query\": {}}}");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .rule(rule("copy", "/form"))
            .rule(rule("files__copy", "/to/*/pth"))
            .rule(rule("copy", "/from/inside/inside/size").withSetting("rules of the desk"))
            .rule(rule("*", "/nowhere"))
            .rule(rule("search", "/querry"))
            .rule(rule("copy", "/from/path"))
            .rule(rule("copy", "/to/0/path"))
            .rule(rule("copy", "/to/*/inside/path"))
            .rule(rule("copy", "/*/path"))
            .rule(rule("copy", "/any/thing/of/it"))
            .rule(rule("copy", "/open/b"))
            .rule(rule("copy", "/one/c"))
            .rule(rule("copy", "/draft7/b"))
            .rule(rule("copy", "/tenant"))
            .rule(rule("*", "/query"))
            .rule(rule("read_file", "/path"))
            .build();
    ServerOptions withTenant =
        ServerOptions.builder()
            .tool("copy", ToolOptions.builder().fixedArgument("tenant", "acme").build())
            .build();
    try (ToolCatalog catalog = start(policy, withTenant, DEFAULTS)) {
      files.tool("more");
      files.announceToolsChanged();
      Waiting.until(() -> catalog.snapshot().tool("files__more") != null);
    }

    assertThat(log.lines())
        .containsExactlyInAnyOrder(
            "WARN MCP server \"files\": \"copy\" has no argument /form, which a rule names: deny copy"
                + " when /form present (setting: approval.deny); similar name: \"from\"",
            "WARN MCP server \"files\": \"copy\" has no argument /to/*/pth, which a rule names: deny"
                + " files__copy when /to/*/pth present (setting: approval.deny); similar name:"
                + " \"path\"",
            "WARN MCP server \"files\": \"copy\" has no argument /from/inside/inside/size, which a"
                + " rule names: deny copy when /from/inside/inside/size present (setting: rules of"
                + " the desk); there are \"path\", \"inside\"",
            "WARN MCP server \"news\": \"search\" has no argument /querry, which a rule names: deny"
                + " search when /querry present (setting: approval.deny); similar name: \"query\"");
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
