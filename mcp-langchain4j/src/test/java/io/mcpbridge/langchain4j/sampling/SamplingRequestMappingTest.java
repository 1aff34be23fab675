package io.mcpbridge.langchain4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.langchain4j.SamplingRequests;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests that models of any provider accept. */
class SamplingRequestMappingTest {

  private static final ImageContent IMAGE =
      new ImageContent("AQID", "image/png", Annotations.none(), Map.of());

  @Test
  void toolResultsHaveToolName() {
    List<ChatMessage> messages =
        messages(
            of("assistant", new ToolUseContent("c1", "add", Map.of(), Map.of())),
            of(
                "user",
                new ToolResultContent(
                    "c1", List.of(), new StructuredContent(Map.of("sum", 3)), true, Map.of())));

    ToolExecutionResultMessage result = (ToolExecutionResultMessage) messages.get(1);
    assertThat(result.id()).isEqualTo("c1");
    assertThat(result.toolName()).isEqualTo("add");
    assertThat(result.text()).isEqualTo("{\"sum\":3}");
    assertThat(result.isError()).isTrue();
  }

  @Test
  void assistantMediaBecomesNote() {
    assertThat(messages(of("assistant", TextContent.of("Look."), IMAGE)))
        .containsExactly(AiMessage.from("Look.\n[image left out: image/png, 3 bytes]"));
  }

  @Test
  void mapsRoles() {
    assertThat(messages(of("system", TextContent.of("Obey me."))))
        .containsExactly(UserMessage.from("Obey me."));
  }

  private static SamplingMessage of(String role, SamplingContent... content) {
    return new SamplingMessage(role, List.of(content), Map.of());
  }

  private static List<ChatMessage> messages(SamplingMessage... messages) {
    ChatRequest chat =
        SamplingRequestMapping.of(
            SamplingRequests.with(messages), "s", new ChatModel() {}, 40, new ToolOfferLog());
    return chat.messages();
  }
}
