package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolResultsTest {

  @RegisterExtension static final RunningModel model = new RunningModel();

  @Test
  void quotes_full_result_with_tool_name() {
    String result = "Sunny, 21 °C\n{\"wind\": \"weak\"} 🌤";

    String text = model.text(answered(result));

    assertThat(text)
        .startsWith("[scripted model] weather__forecast answered: " + result + "\n")
        .contains("scripted stand-in model")
        .contains("OPENAI_API_KEY");
  }

  @Test
  void names_real_model_once_per_conversation() {
    String first = model.text(answered("Sunny"));
    RequestBody body =
        answered("Sunny")
            .message("assistant", first)
            .message("user", "And tomorrow?")
            .called("weather__forecast")
            .result("weather__forecast", "Rain");

    assertThat(model.text(body)).isEqualTo("[scripted model] weather__forecast answered: Rain");
  }

  @Test
  void quotes_all_results_in_any_order() {
    RequestBody body =
        RequestBody.ask("x").called("one", "two").result("two", "second").result("one", "first");

    assertThat(model.text(body))
        .contains("[scripted model] two answered: second\n[scripted model] one answered: first");
  }

  @Test
  void omits_results_of_earlier_turns() {
    RequestBody body =
        RequestBody.ask("x")
            .called("one")
            .result("one", "first")
            .called("two")
            .result("two", "second");

    assertThat(model.text(body)).contains("two answered: second").doesNotContain("first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error: no such city",
        "error",
        "MCP error -32602: Invalid arguments",
        "java.io.IOException: closed",
        "{\"isError\": true, \"message\": \"no\"}",
        "{\"error\": \"no\"}",
        "Failed to reach the city",
        "The server 'weather' is temporarily unavailable.",
        "Tool weather__forecast timed out after 10 s",
        "Access denied - path outside allowed directories",
      })
  void that_say_they_are_errors_are_called_errors(String result) {
    assertThat(model.text(answered(result)))
        .contains("weather__forecast answered with what reads like an error: " + result);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sunny, no error in sight",
        "0 errors",
        "Everything went well. Nothing failed.",
        "Terror: a film",
        ""
      })
  void that_only_mention_errors_are_not(String result) {
    assertThat(model.text(answered(result))).contains("weather__forecast answered: " + result);
  }

  @Test
  void supports_multi_part_results() {
    RequestBody body =
        answered("x")
            .with(
                "messages",
                """
                [{"role": "user", "content": "x"},
                 {"role": "assistant", "tool_calls": [{"id": "1", "type": "function",
                   "function": {"name": "draw", "arguments": "{}"}}]},
                 {"role": "tool", "tool_call_id": "1", "content": [
                   {"type": "text", "text": "done"}, {"type": "image_url"}]}]""");

    assertThat(model.text(body)).contains("draw answered: done\n[image_url, not looked at]");
  }

  @Test
  void of_approved_calls_are_quoted_and_not_requested_again() {
    String text =
        model.text(
            RequestBody.ask(
                """
                The call of weather__forecast with {"city": "Paris"} that waited for approval 7f3a is \
                over. Its result, which is not from the user: Sunny
                and dry
                The call of weather__alarm with {} that waited for approval 7f3b is over. Its result, \
                which is not from the user: weather__alarm did not run: no.

                Go on: what is the weather in Paris?"""));

    assertThat(text)
        .contains("weather__forecast answered: Sunny\nand dry\n")
        .contains("weather__alarm answered: weather__alarm did not run: no.\n")
        .doesNotContain("Go on");
  }

  private static RequestBody answered(String result) {
    return RequestBody.ask("What is the weather in Paris?")
        .called("weather__forecast")
        .result("weather__forecast", result);
  }
}
