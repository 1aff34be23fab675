package com.example.springai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpDocumentReader;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.McpToolResults;
import io.mcpbridge.spring.ai.SpringAiPromptMessages;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.document.Document;
import org.springframework.ai.reader.TextReader;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The code of the guide for Spring AI. */
class BuildSpringAiAgentsTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer FILES = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;
  private static ChatClient chat;

  @SpringBootApplication(proxyBeanMethods = false)
  static class FilesApplication {}

  @BeforeAll
  static void start() {
    FILES.tool("render").returns(FakeResult.structured("{\"pages\":3}"));
    FILES.resource("file:///notes.txt", "notes", "text/plain", "Buy milk.");
    FILES
        .resource("file:///log")
        .name("log")
        .mimeType("application/x-log")
        .blob("started".getBytes(UTF_8));
    FILES.prompt("review", "Reviews a branch", "Review the branch");
    context =
        Applications.start(
            FilesApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.files.url=" + FILES.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(30))).isTrue();
    chat =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
            .build();
  }

  @AfterAll
  static void stop() {
    context.close();
    FILES.close();
  }

  @Test
  void getsTheWholeResult() {
    MODEL.callsTool("files__render", "{}").says("Three pages");
    String question = "How many pages?";

    ChatClientResponse response = chat.prompt(question).call().chatClientResponse();

    ToolOutput output = McpToolResults.of(response).list().get(0).output();
    Object pages = ((Map<?, ?>) output.structuredContent().value()).get("pages");

    assertThat(response.chatResponse().getResult().getOutput().getText()).isEqualTo("Three pages");
    assertThat(pages).hasToString("3");
  }

  @Test
  void namesTheConversation() {
    MODEL.says("fine").says("fine");
    String question = "How many pages?";

    String answer =
        chat.prompt(question)
            .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "chat-7"))
            .call()
            .content();

    assertThat(answer).isEqualTo("fine");
    assertThat(withAdvisor().prompt(question).call().content()).isEqualTo("fine");
  }

  private static ChatClient withAdvisor() {
    ChatModel model = context.getBean(ChatModel.class);
    McpToolCallbackProvider tools = context.getBean(McpToolCallbackProvider.class);

    ChatClient chat =
        ChatClient.builder(model)
            .defaultToolCallbacks(tools)
            .defaultAdvisors(McpAdvisor.create())
            .build();

    return chat;
  }

  @Test
  void readsDocumentsAndPrompts() {
    MODEL.says("Good");
    ToolCatalog catalog = context.getBean(ToolCatalog.class);

    McpDocumentReader reader =
        McpDocumentReader.of(catalog, "files")
            .withReader("application/x-log", TextReader::new)
            .onSkipped((uri, reason) -> show(uri, reason));
    List<Document> all = reader.read();
    List<Document> notes = reader.read("file:///notes.txt");

    GetPromptResult review = catalog.prompts().get("files", "review", Map.of("branch", "main"));
    String verdict = chat.prompt().messages(SpringAiPromptMessages.of(review)).call().content();

    assertThat(all).extracting(Document::getText).containsExactly("Buy milk.", "started");
    assertThat(notes).hasSize(1);
    assertThat(verdict).isEqualTo("Good");
  }

  private static void show(String uri, String reason) {
    throw new AssertionError(uri + " was skipped: " + reason);
  }
}
