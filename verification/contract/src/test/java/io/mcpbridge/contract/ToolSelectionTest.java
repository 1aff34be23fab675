package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.test.FakeMcpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which tools of a server the catalog includes, and for which agent. */
class ToolSelectionTest {

  @RegisterExtension final TwoServers servers = new TwoServers("files", "news");
  private final FakeMcpServer files = servers.first;
  private final FakeMcpServer news = servers.second;

  private void start(ToolSelection selection) {
    for (String name : new String[] {"read_file", "read_secret", "write_file", "list"}) {
      files.tool(name).returns("did " + name);
    }
    news.tool("read_file").returns("news");
    servers.startReady(
        ToolCatalog.builder()
            .server(
                "files", files.transport(), ServerOptions.builder().selection(selection).build())
            .server("news", news.transport()));
  }

  @Test
  void omitsExcludedTools() {
    start(ToolSelection.builder().include("read_*", "list").exclude("*_secret").build());

    assertThat(servers.catalog().snapshot().all())
        .extracting(CatalogTool::modelName)
        .containsExactly("files__read_file", "files__list", "news__read_file");
    assertThat(servers.catalog().snapshot().tool("files__read_secret")).isNull();
    assertThat(servers.call("files__read_secret").text())
        .contains("no tool named files__read_secret");
    assertThat(servers.call("files__write_file").isError()).isTrue();
    assertThat(files.received("tools/call")).isEmpty();
    assertThat(servers.call("files__read_file").text()).isEqualTo("did read_file");
  }

  @Test
  void hiddenToolsCanBeCalledByApplication() {
    start(ToolSelection.builder().hide("write_*").build());

    assertThat(servers.catalog().tools())
        .extracting(CatalogTool::modelName)
        .doesNotContain("files__write_file")
        .contains("files__read_file");
    assertThat(servers.catalog().snapshot().tool("files__write_file").visibility())
        .isEqualTo(Visibility.HIDDEN);
    assertThat(servers.call("files__write_file").text()).isEqualTo("did write_file");
  }

  /** MCP Apps: of use only to the server's own user interface. */
  @Test
  void hidesToolsForAppsFromModels() {
    files.tool("pick").with("_meta", "{\"ui\": {\"visibility\": [\"app\"]}}");
    files.tool("show").with("_meta", "{\"ui\": {\"visibility\": [\"model\", \"app\"]}}");
    start(ToolSelection.everything());

    assertThat(servers.catalog().tools())
        .extracting(CatalogTool::modelName)
        .doesNotContain("files__pick")
        .contains("files__show");
    assertThat(servers.catalog().snapshot().tool("files__pick").visibility())
        .isEqualTo(Visibility.HIDDEN);
    assertThat(servers.call("files__pick").isError()).isFalse();
  }

  @Test
  void disabledToolsAreVisibleButNeverRun() {
    start(ToolSelection.builder().disable("write_file").build());

    assertThat(servers.catalog().tools())
        .extracting(CatalogTool::modelName)
        .doesNotContain("files__write_file");
    assertThat(servers.catalog().snapshot().all())
        .filteredOn(tool -> tool.visibility() == Visibility.DISABLED)
        .extracting(CatalogTool::modelName)
        .containsExactly("files__write_file");
    assertThat(servers.call("files__write_file").text())
        .isEqualTo("files__write_file is disabled; go on without it.");
    assertThat(servers.call("files__write_file").isError()).isTrue();
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void excludeByDefaultWithoutIncludeOmitsAllTools() {
    start(ToolSelection.builder().excludeByDefault().build());

    assertThat(servers.catalog().snapshot().all())
        .extracting(CatalogTool::modelName)
        .containsExactly("news__read_file");
  }

  @Test
  void excludesToolsByAnnotations() {
    files.tool("look").annotations("{\"readOnlyHint\": true}");
    files.tool("add").annotations("{\"readOnlyHint\": false, \"destructiveHint\": false}");
    start(ToolSelection.builder().exclude(ToolPattern.any().destructive()).build());

    assertThat(servers.catalog().tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("files__look", "files__add", "news__read_file");
  }

  @Test
  void appliesSelectionToToolsAddedLater() {
    start(ToolSelection.builder().exclude("write_*").build());

    files.tool("write_more");
    files.tool("read_more");
    files.announceToolsChanged();

    Waiting.until(() -> servers.catalog().snapshot().tool("files__read_more") != null);
    assertThat(servers.catalog().snapshot().tool("files__write_more")).isNull();
  }

  @Test
  void warnsOnceAboutUnknownToolName() {
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog")) {
      start(ToolSelection.builder().exclude("raed_secret").build());
      files.tool("more");
      files.announceToolsChanged();
      Waiting.until(() -> servers.catalog().snapshot().tool("files__more") != null);

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .containsExactly(
              "WARN MCP server \"files\": no tool is named \"raed_secret\""
                  + " (setting: exclude); similar names: \"read_secret\"");
    }
  }
}
