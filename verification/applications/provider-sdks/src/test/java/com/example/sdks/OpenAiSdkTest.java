package com.example.sdks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tools of a catalog with OpenAI's own SDK. */
class OpenAiSdkTest extends ProviderFixture {

  private final OpenAIClient openAi =
      OpenAIOkHttpClient.builder().baseUrl(provider.url()).apiKey("none").maxRetries(0).build();

  @AfterEach
  void closeClient() {
    openAi.close();
  }

  static void addTools(ChatCompletionCreateParams.Builder request, ToolSet tools) {
    for (CatalogTool tool : tools.tools()) {
      AdaptedSchema schema = tool.adaptedTo(SchemaProfile.VERBATIM).schema();
      if (schema != null) {
        request.addFunctionTool(
            FunctionDefinition.builder()
                .name(tool.modelName())
                .description(schema.description())
                .parameters(JsonValue.from(schema.inputSchema()).convert(FunctionParameters.class))
                .build());
      }
    }
  }

  static String answer(
      OpenAIClient openAi, ChatCompletionCreateParams.Builder request, ToolSet tools) {
    for (int round = 0; round < 20; round++) {
      ChatCompletionMessage message =
          openAi.chat().completions().create(request.build()).choices().get(0).message();
      request.addMessage(message);
      List<ChatCompletionMessageToolCall> calls = message.toolCalls().orElse(List.of());
      if (calls.isEmpty()) {
        return message.content().orElse("");
      }
      for (ChatCompletionMessageToolCall call : calls) {
        ChatCompletionMessageFunctionToolCall.Function function = call.asFunction().function();
        request.addMessage(
            ChatCompletionToolMessageParam.builder()
                .toolCallId(call.asFunction().id())
                .content(tools.call(function.name(), function.arguments()).text())
                .build());
      }
    }
    throw new IllegalStateException("no answer after 20 rounds");
  }

  private String ask(String question) {
    ChatCompletionCreateParams.Builder request =
        ChatCompletionCreateParams.builder().model("gpt-4.1").addUserMessage(question);
    addTools(request, catalog);
    return answer(openAi, request, catalog);
  }

  @Test
  void sendsDefinitionsAsCatalogAdaptsThem() {
    provider.answers(message("\"Hello.\"", "null"));

    assertThat(ask("Hello?")).isEqualTo("Hello.");

    JsonNode tools = provider.requests().get(0).get("tools");
    assertThat(tools).hasSize(2);
    for (JsonNode tool : tools) {
      JsonNode function = tool.get("function");
      AdaptedSchema schema = schema(function.get("name").asText(), SchemaProfile.VERBATIM);
      assertThat(tool.get("type").asText()).isEqualTo("function");
      assertThat(function.get("description").asText())
          .isEqualTo(schema.description())
          .hasSizeLessThanOrEqualTo(1024);
      assertThat(function.get("parameters")).isEqualTo(inputSchema(schema));
    }
    assertThat(tools.toString()).contains("\"$ref\":\"#/$defs/Place\"", "\"pattern\":\"^[A-Z]\"");
  }

  @Test
  void sendsResultsAndErrorsOfToolsBack() {
    provider.answers(
        message(
            "null",
            "[%s, %s]"
                .formatted(
                    call("1", "city__forecast", "{\\\"city\\\": \\\"Oslo\\\"}"),
                    call("2", "city__book", "{}"))));
    provider.answers(message("null", "[%s]".formatted(call("3", "city__dig", "{}"))));
    provider.answers(message("\"Sunny, and no table.\"", "null"));

    assertThat(ask("Eat outside in Oslo?")).isEqualTo("Sunny, and no table.");

    assertThat(server.calls("forecast").get(0).arguments().string("city")).isEqualTo("Oslo");
    assertThat(provider.requests()).hasSize(3);
    JsonNode messages = provider.requests().get(2).get("messages");
    assertThat(messages)
        .extracting(message -> message.get("role").asText())
        .containsExactly("user", "assistant", "tool", "tool", "assistant", "tool");
    assertThat(messages.get(1).get("tool_calls")).hasSize(2);
    assertThat(messages.get(2).get("tool_call_id").asText()).isEqualTo("1");
    assertThat(messages.get(2).get("content").asText()).isEqualTo("sunny in Oslo");
    assertThat(messages.get(3).get("tool_call_id").asText()).isEqualTo("2");
    assertThat(messages.get(3).get("content").asText()).isEqualTo("Error: no table is free");
    assertThat(messages.get(5).get("content").asText()).contains("city__dig", "city__book");
  }

  @Test
  void endsLoopOfModelThatOnlyCallsTools() {
    provider.answers(
        message(
            "null", "[%s]".formatted(call("1", "city__forecast", "{\\\"city\\\": \\\"Oslo\\\"}"))));

    assertThatThrownBy(() -> ask("Weather?")).isInstanceOf(IllegalStateException.class);

    assertThat(provider.requests()).hasSize(20);
    assertThat(server.calls("forecast")).hasSize(20);
  }

  private static String call(String id, String tool, String arguments) {
    return """
    {"id": "%s", "type": "function", "function": {"name": "%s", "arguments": "%s"}}\
    """
        .formatted(id, tool, arguments);
  }

  private static String message(String content, String toolCalls) {
    return """
    {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4.1",
     "choices": [{"index": 0, "finish_reason": "stop", "logprobs": null,
                  "message": {"role": "assistant", "content": %s, "refusal": null, "tool_calls": %s}}]}
    """
        .formatted(content, toolCalls);
  }
}
