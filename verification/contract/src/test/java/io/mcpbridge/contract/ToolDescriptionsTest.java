package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Descriptions of tools and servers for models and users. */
class ToolDescriptionsTest {

  @RegisterExtension final TwoServers servers = new TwoServers("files", "news");
  private final FakeMcpServer files = servers.first;
  private final FakeMcpServer news = servers.second;

  private void start(ServerOptions options) {
    files.tool("read").title("Read").description("Reads").returns("text");
    files.tool("write").description("Writes");
    news.tool("list").description("Lists");
    servers.startReady(
        ToolCatalog.builder()
            .server("files", files.transport(), options)
            .server("news", news.transport()));
  }

  @Test
  void overridesTitleAndDescription() {
    start(
        ServerOptions.builder()
            .tool(
                "read",
                ToolOptions.builder()
                    .title("Read a file")
                    .description("Reads a file below /data. Use it before you answer.")
                    .build())
            .build());
    CatalogTool read = servers.catalog().snapshot().tool("files__read");

    assertThat(read.description()).isEqualTo("Reads a file below /data. Use it before you answer.");
    assertThat(read.shown().displayName()).isEqualTo("Read a file");
    assertThat(servers.catalog().snapshot().tool("files__write").description()).isEqualTo("Writes");
    assertThat(servers.call("files__read").text()).isEqualTo("text");
  }

  /** Model providers accept only ASCII names. */
  @Test
  void addsNonAsciiNameToDescription() {
    news.tool("\u5929\u6c14").description("\u4eca\u5929");
    news.tool("\u5929\u6c14_2").description("\u5929\u6c14_2: \u660e\u5929");
    start(ServerOptions.defaults());

    List<CatalogTool> ofNews =
        servers.catalog().tools().stream().filter(tool -> tool.server().equals("news")).toList();
    assertThat(ofNews)
        .extracting(CatalogTool::modelName)
        .allMatch(name -> name.matches("news__[A-Za-z0-9_-]+"));
    assertThat(ofNews)
        .extracting(CatalogTool::description)
        .containsExactlyInAnyOrder(
            "\u5929\u6c14: \u4eca\u5929", "\u5929\u6c14_2: \u660e\u5929", "Lists");
  }

  @Test
  void appliesToolOptionsByPatternUnlessNamed() {
    start(
        ServerOptions.builder()
            .tool("*", ToolOptions.builder().description("Do not use").build())
            .tool("read", ToolOptions.builder().title("Read a file").build())
            .build());

    assertThat(servers.catalog().snapshot().tool("files__write").description())
        .isEqualTo("Do not use");
    assertThat(servers.catalog().snapshot().tool("files__read").description())
        .as("its own options count, not the pattern's")
        .isEqualTo("Reads");
  }

  @Test
  void exposesInstructionsOfServersInView() {
    files.instructions("Paths begin with /data.");
    start(ServerOptions.defaults());
    ToolView onlyNews =
        servers
            .catalog()
            .view(ToolSelection.builder().include(ToolPattern.any().ofServers("news")).build());

    assertThat(servers.catalog().snapshot().instructions())
        .isEqualTo(Map.of("files", "Paths begin with /data."));
    assertThat(onlyNews.snapshot().instructions()).as("not of servers out of sight").isEmpty();
  }

  @Test
  void updatesInstructionsAfterRestart() {
    files.instructions("Paths begin with /data.");
    start(ServerOptions.defaults());

    files.instructions("Paths begin with /home.");
    servers.catalog().restart("files");

    Waiting.until(
        () ->
            "Paths begin with /home."
                .equals(servers.catalog().snapshot().instructions().get("files")));
  }
}
