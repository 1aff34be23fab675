package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The instructions of trusted servers as text for a system prompt. */
class ServerInstructionsContractTest {

  private static final String HEADING = "How to use the tools of the server ";

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private void start(ServerOptions options, String... names) {
    server.tool("read");
    ToolCatalogBuilder builder = ToolCatalog.builder();
    for (String name : names) {
      builder.server(name, server.transport(), options);
    }
    catalog = builder.build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void onlyTrustedServersInstruct() {
    server.instructions("Paths begin with /data.");
    start(ServerOptions.defaults(), "files", "files-eu", "web");

    assertThat(catalog.instructions()).isEmpty();
    assertThat(catalog.instructions("nobody")).isEmpty();
    assertThat(catalog.instructions("files"))
        .isEqualTo(HEADING + "files:\nPaths begin with /data.");
    assertThat(catalog.instructions("files*"))
        .isEqualTo(
            HEADING
                + "files:\nPaths begin with /data.\n\n"
                + HEADING
                + "files-eu:\nPaths begin with /data.");
    assertThatThrownBy(() -> catalog.instructions("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyServersWithToolsInViewInstruct() {
    server.instructions("Paths begin with /data.");
    start(ServerOptions.defaults(), "files", "web");

    assertThat(catalog.view(tool -> tool.server().equals("web")).instructions("*"))
        .isEqualTo(HEADING + "web:\nPaths begin with /data.");
  }

  @Test
  void longInstructionsAreCutWithNote() {
    server.instructions("x".repeat(ServerInstructions.MAX_SERVER_LENGTH - 1) + "\uD83D\uDE00end");
    start(ServerOptions.defaults(), "a", "b", "c", "d", "e");

    assertThat(catalog.instructions("a"))
        .isEqualTo(
            HEADING
                + "a:\n"
                + "x".repeat(ServerInstructions.MAX_SERVER_LENGTH - 1)
                + "\n[Cut after 4000 characters]");
    String all = catalog.instructions("*");
    assertThat(all)
        .contains(HEADING + "c:")
        .doesNotContain(HEADING + "d:")
        .endsWith("\n\n[Left out: how to use the tools of d, e]");
    assertThat(all).hasSizeLessThan(ServerInstructions.MAX_LENGTH + 100);
  }

  @Test
  void invisibleCharactersAreRemovedByPolicy() {
    server.instructions("Paths\u200B begin with /data.");
    start(
        ServerOptions.builder().invisibleCharacters(InvisibleCharacterPolicy.REMOVE).build(),
        "files");

    assertThat(catalog.instructions("files")).endsWith(":\nPaths begin with /data.");
  }

  @Test
  void systemPromptWithoutInstructionsStaysSame() {
    start(ServerOptions.defaults(), "files");
    ServerInstructions all = ServerInstructions.trusting(List.of("*"));

    assertThat(all.appendedTo("Be polite.", catalog.snapshot().instructions()))
        .isEqualTo("Be polite.");
    assertThat(all.appendedTo(null, catalog.snapshot().instructions())).isNull();
  }
}
