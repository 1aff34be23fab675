package com.example.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.parser.TextDocumentParser;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.PromptMessages;
import io.mcpbridge.langchain4j.document.LoadedDocuments;
import io.mcpbridge.langchain4j.document.McpDocumentLoader;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.test.FakeMcpServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resources and prompts of servers in LangChain4j's types. */
class LoadDocumentsTest {

  /** Connected by its first use, when the test has scripted it. */
  private static final ServerOptions LAZY = ServerOptions.builder().start(StartPolicy.LAZY).build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ChatModel model = openAi.model();
  private final List<String> shown = new ArrayList<>();
  private final ToolCatalog catalog =
      ToolCatalog.builder().server("files", server.transport(), LAZY).build();

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    server.close();
  }

  @Test
  void documents() {
    server.resource("file:///notes.txt", "notes", "text/plain", "Buy milk.");
    server
        .resource("file:///page.html")
        .name("page")
        .mimeType("text/html")
        .blob("<p>".getBytes(StandardCharsets.UTF_8));
    server.resource("file:///zip").name("zip").mimeType("application/zip").blob(new byte[] {1});
    server.resourceTemplate("file:///{name}.txt", "texts");

    McpDocumentLoader loader =
        McpDocumentLoader.of(catalog).withParser("text/html", new TextDocumentParser());

    LoadedDocuments all = loader.loadAll("files");
    all.skipped().forEach(skipped -> show(skipped.uri(), skipped.reason()));
    List<TextSegment> segments = DocumentSplitters.recursive(500, 50).splitAll(all.documents());

    Document notes = loader.load("files", "file:///notes.txt").documents().get(0);
    String type = notes.metadata().getString(McpDocumentLoader.MIME_TYPE);

    ResourceTemplate template = catalog.resources().templates().byServer().get("files").get(0);
    LoadedDocuments loaded = loader.load("files", template, Map.of("name", "notes"));

    assertThat(segments).extracting(TextSegment::text).containsExactly("Buy milk.", "<p>");
    assertThat(segments.get(0).metadata().getString("uri")).isEqualTo("file:///notes.txt");
    assertThat(shown)
        .containsExactly("file:///zip: there is no parser for application/zip (withParser)");
    assertThat(type).isEqualTo("text/plain");
    assertThat(loaded.documents()).containsExactly(notes);
  }

  @Test
  void prompts() {
    server.prompt("review").argument("branch", "", true).message("user", "Review main.");
    openAi.says("It is good.");

    GetPromptResult review = catalog.prompts().get("files", "review", Map.of("branch", "main"));
    ChatResponse response = model.chat(PromptMessages.of(review));

    assertThat(response.aiMessage().text()).isEqualTo("It is good.");
    assertThat(openAi.requests().get(0).messages().toString()).contains("Review main.");
  }

  private void show(String uri, String reason) {
    shown.add(uri + ": " + reason);
  }
}
