package io.mcpbridge.catalog.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerHistoryTest {

  private final List<ToolsChange> changes = new ArrayList<>();
  private static final ServerInfo INFO =
      new ServerInfo("2026-07-28", null, Map.of(), null, Map.of());

  private final List<String> transitions = new ArrayList<>();
  private final ServerHistory history =
      new ServerHistory(
          "weather",
          CatalogListeners.of(
              new CatalogListener() {
                @Override
                public void toolsChanged(String server, ToolsChange change) {
                  changes.add(change);
                }

                @Override
                public void connected(String server, ServerInfo info) {
                  transitions.add("connected");
                }

                @Override
                public void connectionLost(String server, String reason) {
                  transitions.add("lost");
                }
              }),
          Runnable::run);

  private static CatalogTool tool(String name) {
    Tool tool =
        new Tool(
            name, null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
    return new CatalogTool("weather__" + name, "weather", tool, tool, Visibility.OFFERED);
  }

  private void moved(ServerState state) {
    history.moved(new ServerLifecycle.Phase(state, Instant.now(), null, null), INFO);
  }

  /** A recovering server may be degraded first, for instance until its tools are listed. */
  @Test
  void reportsConnectedOnceAcrossDegradedState() {
    moved(ServerState.CONNECTED);
    moved(ServerState.DEGRADED);
    moved(ServerState.CONNECTED);
    moved(ServerState.DISCONNECTED);
    moved(ServerState.DEGRADED);
    moved(ServerState.DISCONNECTED);
    moved(ServerState.DEGRADED);
    moved(ServerState.CONNECTED);
    moved(ServerState.CONNECTING);
    moved(ServerState.CONNECTED);

    assertThat(transitions).containsExactly("connected", "lost", "connected", "connected");
  }

  /** Whatever the catalog published meanwhile, as when two servers list at the same time. */
  @Test
  void reportsChangesRelativeToLastReportedTools() {
    history.hasTools(List.of(tool("now"), tool("later")));
    history.hasTools(List.of(tool("now"), tool("later")));
    history.hasTools(List.of(tool("now")));

    assertThat(changes)
        .containsExactly(
            new ToolsChange(List.of(tool("now"), tool("later")), List.of(), List.of()),
            new ToolsChange(List.of(), List.of(tool("later")), List.of()));
  }
}
