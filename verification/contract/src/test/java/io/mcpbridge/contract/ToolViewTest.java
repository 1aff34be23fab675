package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each agent sees and calls only its own view of the catalog. */
@ExtendWith(LeakCheck.class)
class ToolViewTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer github = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void start() {
    github.tool("list_issues").annotations("{\"readOnlyHint\": true}").returns("issues");
    github.tool("delete_repository").returns("deleted");
    files.tool("read").returns("text");
    files.tool("purge").returns("purged");
    catalog =
        ToolCatalog.builder()
            .server("github", github.transport())
            .server(
                "files",
                files.transport(),
                ServerOptions.builder()
                    .selection(ToolSelection.builder().hide("purge").build())
                    .build())
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    github.close();
    files.close();
  }

  private static List<String> names(CatalogSnapshot snapshot) {
    return snapshot.tools().stream().map(CatalogTool::modelName).toList();
  }

  private static ToolOutput call(ToolView view, String name) {
    return view.call(name, "{}", CallOptions.defaults());
  }

  @Test
  void selectsServersPerView() {
    ToolView reviewer =
        catalog.view(ToolSelection.builder().include(ToolPattern.any().ofServers("git*")).build());
    ToolView reader =
        catalog.view(ToolSelection.builder().include(ToolPattern.any().ofServers("files")).build());

    assertThat(names(reviewer.snapshot()))
        .containsExactly("github__list_issues", "github__delete_repository");
    assertThat(names(reader.snapshot())).containsExactly("files__read");
    assertThat(call(reviewer, "github__list_issues").text()).isEqualTo("issues");
    assertThat(call(reader, "files__read").text()).isEqualTo("text");
  }

  @Test
  void rejectsCallsOfToolsOutsideView() {
    ToolView safe =
        catalog.view(ToolSelection.builder().include(ToolPattern.any().readOnly()).build());

    ToolOutput output = call(safe, "github__delete_repository");

    assertThat(output.isError()).isTrue();
    assertThat(output.text()).contains("no tool named github__delete_repository");
    assertThat(safe.snapshot().tool("github__delete_repository")).isNull();
    assertThat(github.received("tools/call")).isEmpty();
  }

  @Test
  void viewCannotWidenSelection() {
    ToolView all = catalog.view(ToolSelection.everything());
    ToolView narrow =
        catalog
            .view(ToolSelection.builder().include(ToolPattern.any().ofServers("github")).build())
            .view(ToolSelection.builder().include("list_*", "read").build());

    assertThat(names(all.snapshot())).doesNotContain("files__purge");
    assertThat(names(narrow.snapshot())).containsExactly("github__list_issues");
    assertThat(call(narrow, "files__read").isError()).isTrue();
    assertThat(narrow.catalog()).isSameAs(catalog);
  }

  @Test
  void reusesSnapshotUntilViewChanges() {
    AtomicInteger filterCalls = new AtomicInteger();
    ToolView view =
        catalog.view(
            tool -> {
              filterCalls.incrementAndGet();
              return tool.server().equals("files");
            });
    CatalogSnapshot before = view.snapshot();
    int onceForEach = filterCalls.get();

    assertThat(view.snapshot()).isSameAs(before);
    assertThat(filterCalls).as("built once").hasValue(onceForEach);

    github.tool("fresh");
    github.announceToolsChanged();
    Waiting.until(() -> catalog.snapshot().tool("github__fresh") != null);
    assertThat(view.snapshot()).as("another server's change").isSameAs(before);

    files.tool("fresh").returns("new");
    files.announceToolsChanged();
    Waiting.until(() -> catalog.snapshot().tool("files__fresh") != null);
    assertThat(view.snapshot()).isNotSameAs(before);
    assertThat(call(view, "files__fresh").text()).isEqualTo("new");
  }

  @Test
  void failingPredicateExcludesToolAndIsLoggedOnce() {
    try (CapturedLog log = new CapturedLog(ToolView.class)) {
      ToolView view =
          catalog.view(
              tool -> {
                if (tool.name().equals("list_issues")) {
                  throw new IllegalStateException("no idea");
                }
                if (tool.name().equals("read")) {
                  throw new StackOverflowError();
                }
                return true;
              });
      assertThat(names(view.snapshot())).containsExactly("github__delete_repository");

      github.tool("fresh");
      github.announceToolsChanged();
      Waiting.until(() -> view.snapshot().tool("github__fresh") != null);

      assertThat(log.lines())
          .hasSize(2)
          .anyMatch(line -> line.contains("\"list_issues\"") && line.endsWith("no idea"))
          .anyMatch(line -> line.contains("\"read\"") && line.endsWith("StackOverflowError"));
    }
  }

  @Test
  void warnsOnceAboutUnknownToolName() {
    try (CapturedLog log = new CapturedLog(UnmatchedNames.class)) {
      ToolView view =
          catalog.view(
              ToolSelection.builder()
                  .include("read", "lst_issues")
                  .exclude(ToolPattern.named("purrge").ofServers("files"))
                  .build());
      view.snapshot();
      github.tool("fresh");
      github.announceToolsChanged();
      Waiting.until(() -> catalog.snapshot().tool("github__fresh") != null);
      view.snapshot();

      assertThat(log.lines())
          .containsExactly(
              "WARN MCP servers \"github\", \"files\": no tool is named \"lst_issues\""
                  + " (setting: include); similar names: \"list_issues\"",
              "WARN MCP server \"files\": no tool is named \"purrge\""
                  + " (setting: exclude); similar names: \"purge\"");
    }
  }
}
