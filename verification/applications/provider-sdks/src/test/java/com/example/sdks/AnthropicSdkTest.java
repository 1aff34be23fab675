package com.example.sdks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tools of a catalog with Anthropic's own SDK. */
class AnthropicSdkTest extends ProviderFixture {

  private final AnthropicClient anthropic =
      AnthropicOkHttpClient.builder().baseUrl(provider.url()).apiKey("none").maxRetries(0).build();

  @AfterEach
  void closeClient() {
    anthropic.close();
  }

  static void addTools(MessageCreateParams.Builder request, ToolSet tools) {
    for (CatalogTool tool : tools.tools()) {
      AdaptedSchema schema = tool.adaptedTo(SchemaProfile.VERBATIM_BELOW_ROOT).schema();
      if (schema != null) {
        request.addTool(
            Tool.builder()
                .name(tool.modelName())
                .description(schema.description())
                .inputSchema(JsonValue.from(schema.inputSchema()).convert(Tool.InputSchema.class))
                .build());
      }
    }
  }

  static String answer(
      AnthropicClient anthropic, MessageCreateParams.Builder request, ToolSet tools) {
    for (int round = 0; round < 20; round++) {
      Message message = anthropic.messages().create(request.build());
      request.addMessage(message);
      List<ContentBlockParam> results = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (ContentBlock block : message.content()) {
        block.text().ifPresent(part -> text.append(part.text()));
        block.toolUse().ifPresent(call -> results.add(result(call, tools)));
      }
      if (results.isEmpty()) {
        return text.toString();
      }
      request.addUserMessageOfBlockParams(results);
    }
    throw new IllegalStateException("no answer after 20 rounds");
  }

  static ContentBlockParam result(ToolUseBlock call, ToolSet tools) {
    String arguments = call._input().convert(JsonNode.class).toString();
    ToolOutput output = tools.call(call.name(), arguments);
    return ContentBlockParam.ofToolResult(
        ToolResultBlockParam.builder()
            .toolUseId(call.id())
            .content(output.text())
            .isError(output.isError())
            .build());
  }

  private String ask(String question) {
    MessageCreateParams.Builder request =
        MessageCreateParams.builder()
            .model("claude-sonnet-4-5")
            .maxTokens(1024)
            .addUserMessage(question);
    addTools(request, catalog);
    return answer(anthropic, request, catalog);
  }

  @Test
  void sendsDefinitionsAsCatalogAdaptsThem() {
    provider.answers(message(text("Hello.")));

    assertThat(ask("Hello?")).isEqualTo("Hello.");

    JsonNode tools = provider.requests().get(0).get("tools");
    assertThat(tools).hasSize(2);
    for (JsonNode tool : tools) {
      AdaptedSchema schema = schema(tool.get("name").asText(), SchemaProfile.VERBATIM_BELOW_ROOT);
      assertThat(tool.get("description").asText()).isEqualTo(schema.description());
      assertThat(tool.get("input_schema")).isEqualTo(inputSchema(schema));
    }
    assertThat(tools.toString()).contains("\"$ref\":\"#/$defs/Place\"", "\"pattern\":\"^[A-Z]\"");
    assertThat(tools)
        .extracting(tool -> tool.get("description").asText())
        .anyMatch(description -> description.length() > 1024);
  }

  @Test
  void sendsResultsAndErrorsOfToolsBack() {
    provider.answers(
        message(
            text("Let me look."),
            call("1", "city__forecast", "{\"city\": \"Oslo\", \"days\": 3}"),
            call("2", "city__book", "{}")));
    provider.answers(message(call("3", "city__dig", "{}")));
    provider.answers(message(text("Sunny, and no table.")));

    assertThat(ask("Eat outside in Oslo?")).isEqualTo("Sunny, and no table.");

    assertThat(server.received("tools/call").get(0).params().toJson())
        .contains("\"arguments\":{\"city\":\"Oslo\",\"days\":3}");
    assertThat(provider.requests()).hasSize(3);
    JsonNode messages = provider.requests().get(2).get("messages");
    assertThat(messages)
        .extracting(message -> message.get("role").asText())
        .containsExactly("user", "assistant", "user", "assistant", "user");
    assertThat(messages.get(1).get("content")).hasSize(3);
    JsonNode results = messages.get(2).get("content");
    assertThat(results)
        .extracting(result -> result.get("tool_use_id").asText())
        .containsExactly("1", "2");
    assertThat(results)
        .extracting(result -> result.get("content").asText())
        .containsExactly("sunny in Oslo", "Error: no table is free");
    assertThat(results)
        .extracting(result -> result.get("is_error").asBoolean())
        .containsExactly(false, true);
    JsonNode unknown = messages.get(4).get("content").get(0);
    assertThat(unknown.get("is_error").asBoolean()).isTrue();
    assertThat(unknown.get("content").asText()).contains("city__dig", "city__book");
  }

  @Test
  void endsLoopOfModelThatOnlyCallsTools() {
    provider.answers(message(call("1", "city__forecast", "{\"city\": \"Oslo\"}")));

    assertThatThrownBy(() -> ask("Weather?")).isInstanceOf(IllegalStateException.class);

    assertThat(provider.requests()).hasSize(20);
    assertThat(server.calls("forecast")).hasSize(20);
  }

  private static String text(String text) {
    return "{\"type\": \"text\", \"text\": \"%s\"}".formatted(text);
  }

  private static String call(String id, String tool, String input) {
    return "{\"type\": \"tool_use\", \"id\": \"%s\", \"name\": \"%s\", \"input\": %s}"
        .formatted(id, tool, input);
  }

  private static String message(String... content) {
    return """
    {"id": "m", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
     "content": [%s], "stop_reason": "end_turn", "stop_sequence": null,
     "usage": {"input_tokens": 1, "output_tokens": 1}}
    """
        .formatted(String.join(", ", content));
  }
}
