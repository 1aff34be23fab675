package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerHistoryTest {

  private final List<ToolsChange> told = new ArrayList<>();
  private final ServerHistory history =
      new ServerHistory(
          "weather",
          List.of(
              new CatalogListener() {
                @Override
                public void toolsChanged(String server, ToolsChange change) {
                  told.add(change);
                }
              }),
          Runnable::run);

  private static CatalogTool tool(String name) {
    Tool tool =
        new Tool(
            name, null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
    return new CatalogTool("weather__" + name, "weather", tool, tool, Visibility.OFFERED);
  }

  /** Whatever the catalogue has shown meanwhile, as when two servers list at the same time. */
  @Test
  void whatChangedIsToldByWhatWasToldBefore() {
    history.hasTools(List.of(tool("now"), tool("later")));
    history.hasTools(List.of(tool("now"), tool("later")));
    history.hasTools(List.of(tool("now")));

    assertThat(told)
        .containsExactly(
            new ToolsChange(List.of(tool("now"), tool("later")), List.of(), List.of()),
            new ToolsChange(List.of(), List.of(tool("later")), List.of()));
  }
}
