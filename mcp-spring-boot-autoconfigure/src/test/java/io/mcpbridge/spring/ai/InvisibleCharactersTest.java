package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;

/** Removes invisible characters from what Spring AI models read, if configured. */
class InvisibleCharactersTest {

  @Test
  void removesInvisibleCharactersFromDefinitions() {
    ServerOptions remove =
        ServerOptions.builder().invisibleCharacters(InvisibleCharacterPolicy.REMOVE).build();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    try (FakeMcpServer server = FakeMcpServer.create();
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("files", server.transport(), remove)
                .connectWhen(ready)
                .build()) {
      server
          .tool("re\u200bad")
          .description("Reads\u202e a file.")
          .inputSchema(
              "{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\","
                  + " \"description\": \"Which\u200b\"}}}")
          .returns("text");
      ready.complete(null);
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      ToolCallback read = McpToolCallbackProvider.of(catalog).getToolCallbacks()[0];

      assertThat(read.getToolDefinition().name()).doesNotContain("\u200b");
      assertThat(read.getToolDefinition().description()).isEqualTo("Reads a file.");
      assertThat(read.getToolDefinition().inputSchema())
          .contains("\"description\":\"Which\"")
          .doesNotContain("\u200b");
      assertThat(read.call("{}")).contains("text");
    }
  }
}
