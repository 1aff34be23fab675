package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent that reads a server's resources through tools. */
class ResourceToolsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void modelListsAndReadsResources() {
    server.resource("file:///notes.txt", "notes", "text/plain", "Buy milk.");
    openAi
        .calls(new Call("c1", "files__list_resources", "{}"))
        .calls(new Call("c2", "files__read_resource", "{\"uri\": \"file:///notes.txt\"}"))
        .says("Buy milk.");
    ServerOptions options = ServerOptions.builder().resourceTools(true).build();
    try (McpToolProvider tools =
        McpToolProvider.builder().server("files", server.transport(), options).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .build()
          .chat("What have I noted?");
    }

    assertThat(openAi.requests().get(0).functions())
        .containsOnlyKeys("files__list_resources", "files__read_resource");
    Map<String, String> results = openAi.requests().get(2).toolMessages();
    assertThat(results.get("c1")).contains("notes").contains("file:///notes.txt");
    assertThat(results).containsEntry("c2", "[resource file:///notes.txt, text/plain]\nBuy milk.");
  }
}
