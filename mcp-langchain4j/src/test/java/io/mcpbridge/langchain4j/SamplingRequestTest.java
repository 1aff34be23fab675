package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.sampling.ChatModelSampling;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.sampling.SamplingConsent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests for models with special requirements. */
class SamplingRequestTest {

  private static final InputContext S = new InputContext(CallerContext.unknown("s"), null);

  private final List<ChatRequest> chatRequests = new ArrayList<>();
  private final ChatModel model =
      new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          chatRequests.add(request);
          return ChatResponse.builder().aiMessage(AiMessage.from("Hi.")).build();
        }
      };

  @Test
  void omitsBlankSystemPrompt() {
    sampling(model).build().handle(hello(" ", List.of()), S);

    assertThat(chatRequests.get(0).messages())
        .containsExactly((ChatMessage) UserMessage.from("Hello"));
  }

  @Test
  void omitsOnlyToolWithInvalidSchema() {
    try (CapturedLog log = new CapturedLog(ToolOfferLog.class)) {
      ChatModelSampling sampling = sampling(model).build();
      CreateMessageRequest request =
          hello(null, List.of(tool("add", "object"), tool("odd", "string")));
      sampling.handle(request, S);
      sampling.handle(request, S);
      assertThat(log.lines()).singleElement().asString().contains("\"odd\"").contains("\"s\"");
    }

    assertThat(chatRequests.get(0).toolSpecifications())
        .extracting(ToolSpecification::name)
        .containsExactly("add");
  }

  /** OpenAI's reasoning models refuse max_tokens and temperature. */
  @Test
  void applicationCanCustomizeChatRequest() {
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.says("Hi.");

      sampling(openAi.model())
          .chatRequest(
              request ->
                  ChatRequest.builder()
                      .messages(request.messages())
                      .parameters(
                          OpenAiChatRequestParameters.builder()
                              .toolSpecifications(request.toolSpecifications())
                              .maxCompletionTokens(request.maxOutputTokens())
                              .build())
                      .build())
          .build()
          .handle(hello(null, List.of()), S);

      JsonObject body = openAi.requests().get(0).json();
      assertThat(body.toMap())
          .containsEntry("max_completion_tokens", 40)
          .doesNotContainKeys("max_tokens", "temperature");
    }
  }

  private static ChatModelSampling.Builder sampling(ChatModel model) {
    return ChatModelSampling.builder(model).consent(SamplingConsent.forServers("s"));
  }

  private static Tool tool(String name, String type) {
    return new Tool(
        name,
        null,
        null,
        Map.of("type", type),
        null,
        ToolAnnotations.none(),
        List.of(),
        null,
        Map.of());
  }

  private static CreateMessageRequest hello(String systemPrompt, List<Tool> tools) {
    return new CreateMessageRequest(
        List.of(new SamplingMessage("user", List.of(TextContent.of("Hello")), Map.of())),
        40,
        systemPrompt,
        new ModelPreferences(List.of(), null, null, null),
        0.5,
        List.of(),
        null,
        tools,
        null,
        Map.of(),
        Map.of());
  }
}
