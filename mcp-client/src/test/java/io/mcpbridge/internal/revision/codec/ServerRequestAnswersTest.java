package io.mcpbridge.internal.revision.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.internal.revision.InputResponder;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ClientCapability;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.model.UnknownContent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerRequestAnswersTest {

  private static final Set<ClientCapability> EVERYTHING = EnumSet.allOf(ClientCapability.class);

  private final List<InputRequest> inputRequests = new ArrayList<>();

  private JsonRpcResponse ask(String version, String method, String params) {
    return ask(version, method, params, EVERYTHING);
  }

  private JsonRpcResponse ask(
      String version, String method, String params, Set<ClientCapability> supported) {
    InputResponder answers =
        question -> {
          inputRequests.add(question);
          return question instanceof CreateMessageRequest
              ? new CreateMessageResult(
                  List.of(
                      TextContent.of("a"), new ToolUseContent("u", "t", Map.of("x", 1), Map.of())),
                  "m",
                  null)
              : ElicitResult.accept();
        };
    return (JsonRpcResponse)
        Revisions.named(version)
            .answer(
                new JsonRpcRequest(
                    RequestId.of("q"), method, JsonObject.of(Json.readObject(params))),
                new ClientIdentity(Implementation.of("c", "1"), supported),
                answers)
            .message();
  }

  private static String sampling(String messages) {
    return "{\"maxTokens\": 5, \"messages\": [" + messages.replace('\'', '"') + "]}";
  }

  @Test
  void mapsAllFieldsOfSamplingRequest() {
    JsonRpcResponse response =
        ask(
            "2025-11-25",
            "sampling/createMessage",
            "{\"maxTokens\": 5, \"systemPrompt\": \"s\", \"temperature\": 0.5,"
                + " \"stopSequences\": [\"x\"], \"includeContext\": \"none\","
                + " \"metadata\": {\"k\": 1}, \"toolChoice\": {\"mode\": \"required\"},"
                + " \"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}],"
                + " \"modelPreferences\": {\"hints\": [{\"name\": \"big\"}, {}], \"costPriority\": 1},"
                + " \"messages\": ["
                + "{\"role\": \"user\", \"content\": {\"type\": \"text\", \"text\": \"hi\"}},"
                + "{\"role\": \"assistant\", \"content\": [{\"type\": \"tool_use\", \"id\": \"1\","
                + " \"name\": \"t\", \"input\": {\"q\": 1}, \"_meta\": {\"m\": 1}}]},"
                + "{\"role\": \"user\", \"content\": [{\"type\": \"tool_result\", \"toolUseId\": \"1\","
                + " \"content\": [{\"type\": \"text\", \"text\": \"r\"}]}]},"
                + "{\"role\": \"user\", \"content\": {\"type\": \"hologram\", \"x\": 1}}]}");

    CreateMessageRequest request = (CreateMessageRequest) inputRequests.get(0);
    assertThat(request.tools()).hasSize(1);
    assertThat(request.toolChoice()).isEqualTo("required");
    assertThat(request.modelPreferences().hints()).containsExactly("big");
    assertThat(request.stopSequences()).containsExactly("x");
    assertThat(request.temperature()).isEqualTo(0.5);
    assertThat(request.messages()).hasSize(4);
    assertThat(request.messages().get(1).content())
        .containsExactly(
            new ToolUseContent(
                "1", "t", Json.readObject("{\"q\": 1}"), Json.readObject("{\"m\": 1}")));
    assertThat(request.messages().get(2).content().get(0)).isInstanceOf(ToolResultContent.class);
    assertThat(request.messages().get(3).content().get(0)).isInstanceOf(UnknownContent.class);
    assertThat(response.result().toJson())
        .isEqualTo(
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                + "{\"type\":\"tool_use\",\"id\":\"u\",\"name\":\"t\",\"input\":{\"x\":1}}],"
                + "\"model\":\"m\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role':'user','content':[{'type':'tool_result','toolUseId':'1','content':[]}]}",
        "{'role':'assistant','content':[{'type':'tool_use','id':'1','name':'t','input':{}}]}",
        "{'role':'assistant','content':[{'type':'tool_use','id':'1','name':'t','input':{}}]},"
            + "{'role':'user','content':[{'type':'tool_result','toolUseId':'2','content':[]}]}",
        "{'role':'assistant','content':[{'type':'tool_use','id':'1','name':'t','input':{}}]},"
            + "{'role':'user','content':[{'type':'tool_result','toolUseId':'1','content':[]},"
            + "{'type':'text','text':'and'}]}",
        "'text'"
      })
  void rejectsInvalidConversations(String messages) {
    JsonRpcResponse response = ask("2025-11-25", "sampling/createMessage", sampling(messages));

    assertThat(response.error().code()).isEqualTo(-32602);
    assertThat(inputRequests).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-11-05 | elicitation/create | {\"requestedSchema\": {}} | -32601",
        "2025-06-18 | elicitation/create | {\"mode\": \"url\", \"url\": \"https://a.b\"} | -32602",
        "2025-11-25 | elicitation/create | {\"mode\": \"smell\"} | -32602",
        "2025-11-25 | elicitation/create | {\"mode\": \"url\"} | -32602",
        "2025-11-25 | elicitation/create | {\"message\": \"no schema\"} | -32602",
        "2025-11-25 | sampling/createMessage | {\"messages\": []} | -32602",
        "2025-11-25 | tools/list | {} | -32601",
        "2025-11-25 | nonsense | {} | -32601"
      })
  void rejectsUnsupportedRequests(String version, String method, String params, int code) {
    assertThat(ask(version, method, params).error().code()).isEqualTo(code);
    assertThat(inputRequests).isEmpty();
  }

  @Test
  void passesElicitationUrlUnchanged() {
    String url = "https://example.com/%7Ea?x=1&y=#z";

    JsonRpcResponse response =
        ask(
            "2025-11-25",
            "elicitation/create",
            "{\"mode\": \"url\", \"url\": \"" + url + "\", \"elicitationId\": \"e\"}");

    assertThat(inputRequests).containsExactly(new ElicitUrlRequest("", url, "e", Map.of()));
    assertThat(response.result().string("action")).isEqualTo("accept");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-11-05 | {\"roots\":{\"listChanged\":true},\"sampling\":{}}",
        "2025-06-18 | {\"roots\":{\"listChanged\":true},\"sampling\":{},\"elicitation\":{}}",
        "2025-11-25 | {\"roots\":{\"listChanged\":true},\"sampling\":{\"context\":{},\"tools\":{}},"
            + "\"elicitation\":{\"form\":{},\"url\":{}}}",
        "2026-07-28 | {\"roots\":{},\"sampling\":{\"context\":{},\"tools\":{}},"
            + "\"elicitation\":{\"form\":{},\"url\":{}}}"
      })
  void capabilitiesAreDeclaredInTheWordsOfTheRevision(String version, String json) {
    assertThat(Json.write(declared(declaration(version), EVERYTHING))).isEqualTo(json);
    assertThat(declared(declaration(version), Set.of())).isEmpty();
  }

  @Test
  void declaresUrlOnlyElicitation() {
    Set<ClientCapability> urls = Set.of(ClientCapability.ELICITATION_URL);

    assertThat(Json.write(declared(declaration("2025-11-25"), urls)))
        .isEqualTo("{\"elicitation\":{\"url\":{}}}");
    assertThat(declared(declaration("2025-06-18"), urls)).isEmpty();
  }

  private static DeclaredCapabilities declaration(String version) {
    return switch (version) {
      case "2024-11-05" -> DeclaredCapabilities.ROOTS_AND_SAMPLING;
      case "2025-06-18" -> DeclaredCapabilities.WITH_FORMS;
      case "2025-11-25" -> DeclaredCapabilities.WITH_MODES;
      default -> DeclaredCapabilities.PER_REQUEST;
    };
  }

  private static Map<String, Object> declared(
      DeclaredCapabilities revision, Set<ClientCapability> capabilities) {
    return revision.of(new ClientIdentity(Implementation.of("c", "1"), capabilities));
  }
}
