package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a chat memory keeps of tool calls, and how later turns and stores use it. */
class ChatMemoryTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ChatMemory memory = MessageWindowChatMemory.withMaxMessages(20);
  private McpToolProvider tools;

  @BeforeEach
  void connect() {
    server.speaking("2025-11-25").tool("read").returns(FakeResult.error("No such file"));
    server
        .tool("measure")
        .returns(
            FakeResult.structured("{\"degrees\": 7, \"rain\": null}")
                .with("_meta", "{\"example.com/trace\": \"t-1\"}"));
    provide(false);
    openAi
        .calls(new Call("c1", "s__read", "{}"), new Call("c2", "s__measure", "{}"))
        .says("Seven degrees")
        .says("As I said");
  }

  private void provide(boolean returnToolResultAttributes) {
    tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .returnToolResultAttributes(returnToolResultAttributes)
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    openAi.close();
    server.close();
  }

  @Test
  void chatMemoryKeepsToolResults() {
    Assistant assistant = assistant();
    assistant.chat("How warm is it?");

    assistant.chat("Really?");

    assertThat(openAi.requests().get(2).toolMessages())
        .containsExactly(
            Map.entry("c1", "Error: No such file"),
            Map.entry("c2", "{\"degrees\":7,\"rain\":null}"));
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void storeOfChatMemoryKeepsTextOnly() {
    InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
    memory = MessageWindowChatMemory.builder().maxMessages(20).chatMemoryStore(store).build();

    Result<String> result = assistant().chat("How warm is it?");

    assertThat(result.content()).isEqualTo("Seven degrees");
    ToolOutput measured = McpToolProvider.outputOf(result.toolExecutions().get(1));
    assertThat(measured.meta()).containsEntry("example.com/trace", "t-1");
    assertThat(measured.structuredContent().toJson()).contains("\"degrees\":7");
    assertThat(results(store.getMessages(memory.id())))
        .extracting(ToolExecutionResultMessage::attributes)
        .containsExactly(Map.of(), Map.of());
  }

  @Test
  void chatMemoryKeepsErrorsAndAttributes() {
    tools.close();
    provide(true);
    assistant().chat("How warm is it?");

    List<ToolExecutionResultMessage> results = results(memory.messages());
    assertThat(results)
        .extracting(ToolExecutionResultMessage::isError)
        .containsExactly(true, false);
    assertThat(results.get(1).attributes())
        .containsOnlyKeys(
            McpToolProvider.META_ATTRIBUTE, McpToolProvider.STRUCTURED_CONTENT_ATTRIBUTE);
  }

  @Test
  void toolResultsSurviveSerialization() {
    tools.close();
    provide(true);
    assistant().chat("How warm is it?");

    String stored = ChatMessageSerializer.messagesToJson(memory.messages());
    List<ToolExecutionResultMessage> read =
        results(ChatMessageDeserializer.messagesFromJson(stored));

    assertThat(read).isEqualTo(results(memory.messages()));
  }

  private Assistant assistant() {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .chatMemory(memory)
        .toolProvider(tools)
        .build();
  }

  private static List<ToolExecutionResultMessage> results(List<ChatMessage> messages) {
    return messages.stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(ToolExecutionResultMessage.class::cast)
        .toList();
  }
}
