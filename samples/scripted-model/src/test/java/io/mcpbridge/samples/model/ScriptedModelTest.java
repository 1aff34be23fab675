package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

class ScriptedModelTest {

  @RegisterExtension static final RunningModel model = new RunningModel();

  @Test
  void serves_base_urls_with_and_without_version() {
    assertThat(model.model().baseUrl()).matches("http://localhost:\\d+/v1");
    URI withoutVersion = URI.create(model.model().baseUrl().replace("/v1", "/chat/completions"));

    assertThat(model.post("/chat/completions", RequestBody.ask("x")).statusCode()).isEqualTo(200);
    assertThat(RunningModel.post(withoutVersion, RequestBody.ask("x")).statusCode()).isEqualTo(200);
  }

  @Test
  void ignores_http_2_upgrade() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(model.model().baseUrl())).build();

    HttpResponse<Void> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());

    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  @Test
  void returns_chat_completion() {
    JsonNode answer = model.complete(Tools.offeredTo("echo hello"));
    JsonNode again = model.complete(Tools.offeredTo("echo hello"));

    assertThat(answer.path("object").asText()).isEqualTo("chat.completion");
    assertThat(answer.path("id").asText()).startsWith("chatcmpl-").isNotEqualTo(id(again));
    assertThat(answer.path("model").asText()).isEqualTo("scripted");
    assertThat(answer.path("created").asLong()).isGreaterThan(1_700_000_000L);
    JsonNode message = answer.path("choices").path(0).path("message");
    assertThat(message.path("role").asText()).isEqualTo("assistant");
    assertThat(message.path("content").isNull()).isTrue();
    assertThat(message.path("tool_calls").path(0).path("type").asText()).isEqualTo("function");
    JsonNode usage = answer.path("usage");
    assertThat(usage.path("prompt_tokens").asInt()).isGreaterThan(100);
    assertThat(usage.path("completion_tokens").asInt()).isPositive();
    assertThat(usage.path("total_tokens").asInt())
        .isEqualTo(usage.path("prompt_tokens").asInt() + usage.path("completion_tokens").asInt());
  }

  @Test
  void records_accepted_and_rejected_requests() {
    try (ScriptedModel scriptedModel = ScriptedModel.start()) {
      URI uri = URI.create(scriptedModel.baseUrl() + "/chat/completions");
      String question = RequestBody.ask("Grüße?").toString();
      RunningModel.post(uri, question);
      RunningModel.post(uri, "nonsense");

      assertThat(scriptedModel.requests()).containsExactly(question, "nonsense");
    }
  }

  @Test
  void close_releases_port_and_threads() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    ScriptedModel scriptedModel = ScriptedModel.start();
    URI uri = URI.create(scriptedModel.baseUrl() + "/chat/completions");
    RunningModel.post(uri, RequestBody.ask("x"));
    assertThat(startedSince(before)).isNotEmpty();

    scriptedModel.close();
    scriptedModel.close();

    assertThat(startedSince(before)).isEmpty();

    assertThatThrownBy(() -> RunningModel.post(uri, RequestBody.ask("x")))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(scriptedModel.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          nonsense                                                | null                          | not JSON
          {"model":"m"} x                                         | null                          | not JSON
          [1]                                                     | null                          | JSON object
          {"messages":[{"role":"user","content":"x"}]}            | model                         | model
          {"model":"m"}                                           | messages                      | at least one
          {"model":"m","messages":[]}                             | messages                      | at least one
          {"model":"m","messages":[{"role":"robot"}]}             | messages[0].role              | 'robot'
          {"model":"m","messages":[{"role":"user"}]}              | messages[0].content           | text
          {"model":"m","messages":[{"role":"system","content":"x"}]} | messages                   | nothing to answer
          {"model":"m","messages":[{"role":"tool","tool_call_id":"9","content":"x"}]} | messages[0].tool_call_id | '9'
          """)
  void refuses_what_is_not_a_chat_completion_request(String body, String param, String reason) {
    assertRefused(body, param, reason);
  }

  @Test
  void rejects_missing_tool_results_and_invalid_tools() {
    assertRefused(RequestBody.ask("x").called("one"), "messages", "[one]");
    assertRefused(
        RequestBody.ask("x").called("one", "two").result("one", "1").message("user", "y"),
        "messages[3]",
        "[two]");
    assertRefused(
        RequestBody.ask("x").tool("files/read", "", "{}"), "tools[0].function.name", "files/read");
    assertRefused(
        RequestBody.ask("x").tool("read", "", "{\"type\":\"string\"}"),
        "tools[0].function.parameters",
        "'object'");
    assertRefused(RequestBody.ask("x").with("tools", "[{}]"), "tools[0]", "function");
    assertRefused(RequestBody.ask("x").with("tools", "{}"), "tools", "array");
    assertRefused(
        Tools.offeredTo("x").with("tool_choice", "{\"function\": {\"name\": \"gone\"}}"),
        "tool_choice",
        "'gone'");
  }

  @Test
  void error_names_unknown_url() {
    HttpResponse<String> response = model.post("/v1/chat/completions", RequestBody.ask("x"));

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(JsonText.read(response.body()).path("error").path("message").asText())
        .contains("POST /v1/v1/chat/completions", "base URL");
  }

  private static void assertRefused(Object body, String param, String reason) {
    HttpResponse<String> response = model.post("/chat/completions", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    JsonNode error = JsonText.read(response.body()).path("error");
    assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
    assertThat(error.path("param").asText()).isEqualTo(param);
    assertThat(error.path("message").asText()).contains(reason);
  }

  private static Set<Thread> startedSince(Set<Thread> before) {
    Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
    started.removeAll(before);
    // the test's own client
    started.removeIf(thread -> thread.getName().startsWith("HttpClient-"));
    return started;
  }

  private static String id(JsonNode answer) {
    return answer.path("id").asText();
  }
}
