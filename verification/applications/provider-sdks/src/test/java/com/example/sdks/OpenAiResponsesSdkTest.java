package com.example.sdks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.SchemaProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tools of a catalog with OpenAI's Responses API. */
class OpenAiResponsesSdkTest extends ProviderFixture {

  private final OpenAIClient openAi =
      OpenAIOkHttpClient.builder().baseUrl(provider.url()).apiKey("none").maxRetries(0).build();

  @AfterEach
  void closeClient() {
    openAi.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"VERBATIM", "OPENAI_STRICT"})
  void sendsDefinitionsAndResults(SchemaProfile profile) {
    provider.answers(
        response(
            """
            {"type": "function_call", "id": "f", "call_id": "1", "name": "city__forecast",
             "arguments": "{\\"city\\": \\"Oslo\\", \\"days\\": null}", "status": "completed"}
            """));
    provider.answers(response(""));
    ResponseCreateParams.Builder request = ResponseCreateParams.builder().model("gpt-4.1");
    for (CatalogTool tool : catalog.tools()) {
      AdaptedSchema schema = tool.adaptedTo(profile).schema();
      if (schema != null) {
        request.addTool(
            FunctionTool.builder()
                .name(tool.modelName())
                .description(schema.description())
                .parameters(
                    JsonValue.from(schema.inputSchema()).convert(FunctionTool.Parameters.class))
                .strict(schema.strict())
                .build());
      }
    }

    Response response = openAi.responses().create(request.input("Weather in Oslo?").build());
    List<ResponseInputItem> results = new ArrayList<>();
    for (ResponseFunctionToolCall call :
        response.output().stream().flatMap(item -> item.functionCall().stream()).toList()) {
      results.add(
          ResponseInputItem.ofFunctionCallOutput(
              ResponseInputItem.FunctionCallOutput.builder()
                  .callId(call.callId())
                  .output(catalog.call(call.name(), call.arguments()).text())
                  .build()));
    }
    openAi
        .responses()
        .create(request.previousResponseId(response.id()).inputOfResponse(results).build());

    JsonNode tools = provider.requests().get(0).get("tools");
    assertThat(tools).hasSize(2);
    for (JsonNode tool : tools) {
      AdaptedSchema schema = schema(tool.get("name").asText(), profile);
      assertThat(tool.get("parameters")).isEqualTo(inputSchema(schema));
      assertThat(tool.get("strict").asBoolean())
          .isEqualTo(profile == SchemaProfile.OPENAI_STRICT)
          .isEqualTo(schema.strict());
    }
    assertThat(server.received("tools/call").get(0).params().toJson())
        .contains("\"arguments\":{\"city\":\"Oslo\"}");
    JsonNode second = provider.requests().get(1);
    assertThat(second.get("previous_response_id").asText()).isEqualTo("r");
    assertThat(second.get("input").get(0).get("call_id").asText()).isEqualTo("1");
    assertThat(second.get("input").get(0).get("output").asText()).isEqualTo("sunny in Oslo");
  }

  private static String response(String output) {
    return """
    {"id": "r", "object": "response", "created_at": 1, "model": "gpt-4.1", "status": "completed",
     "parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "output": [%s]}
    """
        .formatted(output);
  }
}
