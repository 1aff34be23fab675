package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

class StreamingTest {

  @RegisterExtension static final RunningModel model = new RunningModel();

  @Test
  void text_chunks_add_up_to_blocking_text() {
    RequestBody body = RequestBody.ask("x").called("draw").result("draw", "|" + "🌤".repeat(50));
    String fullText = model.text(body);

    List<JsonNode> chunks = stream(body);

    assertThat(chunks).hasSizeGreaterThan(10);
    assertThat(delta(chunks.get(0)).path("role").asText()).isEqualTo("assistant");
    assertThat(chunks.stream().map(c -> delta(c).path("content").asText("")))
        .satisfies(pieces -> assertThat(String.join("", pieces)).isEqualTo(fullText));
    assertFinishedBy("stop", chunks);
  }

  @Test
  void streams_tool_calls_in_order_with_argument_deltas() {
    List<JsonNode> chunks =
        stream(Tools.offeredTo("What is the weather in New York; echo \"streams and rivers\""));

    List<JsonNode> calls =
        chunks.stream().flatMap(c -> c.findValues("tool_calls").stream()).toList();
    assertThat(calls).allSatisfy(list -> assertThat(list).hasSize(1));
    List<JsonNode> opening = calls.stream().filter(c -> c.path(0).has("id")).toList();
    assertThat(opening).extracting(c -> c.path(0).path("index").asInt()).containsExactly(0, 1);
    assertThat(opening)
        .extracting(c -> c.path(0).path("function").path("name").asText())
        .containsExactly("weather__forecast", "demo__echo");
    assertThat(arguments(calls, 0)).isEqualTo("{\"city\":\"New York\"}");
    assertThat(arguments(calls, 1)).isEqualTo("{\"message\":\"streams and rivers\"}");
    assertThat(calls).hasSizeGreaterThan(4);
    assertFinishedBy("tool_calls", chunks);
  }

  @Test
  void sends_usage_last_and_only_with_include_usage() {
    RequestBody body = RequestBody.ask("x");

    assertThat(stream(body)).noneMatch(chunk -> chunk.has("usage"));

    List<JsonNode> chunks = stream(body.with("stream_options", "{\"include_usage\": true}"));
    JsonNode last = chunks.get(chunks.size() - 1);
    assertThat(last.path("choices")).isEmpty();
    assertThat(last.path("usage").path("total_tokens").asInt()).isPositive();
    assertThat(chunks.subList(0, chunks.size() - 1))
        .allSatisfy(chunk -> assertThat(chunk.path("usage").isNull()).isTrue());
  }

  @Test
  void all_chunks_have_same_id() {
    List<JsonNode> chunks = stream(RequestBody.ask("x"));

    assertThat(chunks).extracting(chunk -> chunk.path("id").asText()).containsOnly(id(chunks));
    assertThat(id(chunks)).isNotEqualTo(id(stream(RequestBody.ask("x"))));
  }

  @Test
  void rejected_request_is_not_streamed() {
    HttpResponse<String> response =
        model.post("/chat/completions", "{\"model\": \"m\", \"stream\": true, \"messages\": []}");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(JsonText.read(response.body()).path("error").path("param").asText())
        .isEqualTo("messages");
  }

  private static List<JsonNode> stream(RequestBody body) {
    HttpResponse<String> response = model.post("/chat/completions", body.with("stream", "true"));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(response.body()).endsWith("\n\ndata: [DONE]\n\n");
    List<JsonNode> chunks = new ArrayList<>();
    for (String event : response.body().split("\n\n")) {
      assertThat(event).startsWith("data: ").doesNotContain("\n");
      if (!event.equals("data: [DONE]")) {
        chunks.add(JsonText.read(event.substring("data: ".length())));
      }
    }
    assertThat(chunks)
        .allSatisfy(c -> assertThat(c.path("object").asText()).isEqualTo("chat.completion.chunk"));
    return chunks;
  }

  private static void assertFinishedBy(String reason, List<JsonNode> chunks) {
    assertThat(chunks.stream().map(c -> c.path("choices").path(0).path("finish_reason")))
        .filteredOn(finish -> !finish.isNull())
        .extracting(JsonNode::asText)
        .containsExactly(reason);
  }

  private static JsonNode delta(JsonNode chunk) {
    return chunk.path("choices").path(0).path("delta");
  }

  private static String arguments(List<JsonNode> calls, int index) {
    return calls.stream()
        .map(call -> call.path(0))
        .filter(call -> call.path("index").asInt() == index)
        .map(call -> call.path("function").path("arguments").asText(""))
        .collect(Collectors.joining());
  }

  private static String id(List<JsonNode> chunks) {
    return chunks.get(0).path("id").asText();
  }
}
