package com.example.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of docs/how-to/look-inside.md. */
class LookInsideTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Console System = new Console(new PrintStream(printed, true));

  /** In place of the standard output. */
  private record Console(PrintStream out) {}

  @Test
  void tellsWhyToolIsMissing() {
    try (FakeMcpServer files = FakeMcpServer.create()) {
      files.tool("delete").returns("deleted");
      ServerOptions options =
          ServerOptions.builder()
              .selection(ToolSelection.builder().exclude("delete").build())
              .build();
      try (ToolCatalog catalog =
          ToolCatalog.builder().server("files", files.transport(), options).build()) {
        catalog.awaitReady(Duration.ofSeconds(60));
        ToolExplanation explanation = catalog.explainTool("files__delete", null); // for any model
        if (!explanation.isOffered()) {
          System.out.println(explanation.stoppedAt() + ": " + explanation.reason());
        }
      }
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith("INCLUDED: the tool is excluded by \"delete\" (setting: exclude)");
  }
}
