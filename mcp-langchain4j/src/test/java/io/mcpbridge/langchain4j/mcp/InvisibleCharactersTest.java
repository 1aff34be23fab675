package io.mcpbridge.langchain4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.mcp.client.McpToolMetadataKeys;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LangChain4j models do not receive invisible characters, if so configured. */
class InvisibleCharactersTest {

  private final FakeMcpServer server = FakeMcpServer.create().instructions("Be\u200b brief.");
  private ToolCatalog catalog;
  private McpToolProvider tools;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private CatalogMcpClient client(InvisibleCharacterPolicy policy) {
    server
        .tool("re\u200bad")
        .title("Re\u200bad")
        .description("Reads\u202e a file.")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\","
                + " \"description\": \"Which\u200b\"}}}")
        .returns("text");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                server.transport(),
                ServerOptions.builder().invisibleCharacters(policy).build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    tools = McpToolProvider.of(catalog);
    return CatalogMcpClient.of(tools, "files");
  }

  @Test
  void removesInvisibleCharactersFromSpecifications() {
    CatalogMcpClient client = client(InvisibleCharacterPolicy.REMOVE);

    ToolSpecification ofProvider =
        tools.provideTools(null).aiServiceTools().get(0).toolSpecification();
    ToolSpecification ofClient = client.listTools().get(0);

    assertThat(ofProvider.description()).isEqualTo("Reads a file.");
    assertThat(((JsonStringSchema) ofProvider.parameters().properties().get("path")).description())
        .isEqualTo("Which");
    assertThat(ofClient.description()).isEqualTo("Reads a file.");
    assertThat(ofClient.parameters()).isEqualTo(ofProvider.parameters());
    assertThat(ofClient.metadata()).containsEntry(McpToolMetadataKeys.TITLE, "Read");
    assertThat(ofClient.name()).isEqualTo(ofProvider.name()).doesNotContain("\u200b");
    assertThat(client.instructions()).isEqualTo("Be brief.");
    assertThat(call(client, ofClient.name())).isEqualTo("text");
    assertThat(call(client, "re\u200bad")).as("the server's own name").isEqualTo("text");
  }

  @Test
  void keepsInvisibleCharactersUnlessRemoved() {
    CatalogMcpClient client = client(InvisibleCharacterPolicy.REPORT);

    assertThat(client.listTools().get(0).description()).isEqualTo("Reads\u202e a file.");
    assertThat(client.listTools().get(0).name()).isEqualTo("re\u200bad");
    assertThat(client.instructions()).isEqualTo("Be\u200b brief.");
  }

  private static String call(CatalogMcpClient client, String tool) {
    return client
        .executeTool(ToolExecutionRequest.builder().name(tool).arguments("{}").build(), null)
        .resultText();
  }
}
