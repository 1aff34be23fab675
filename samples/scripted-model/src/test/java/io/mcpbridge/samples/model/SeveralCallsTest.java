package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeveralCallsTest {

  private static final String WEATHER = "weather__forecast {\"city\":\"Paris\"}";
  private static final String SUM = "math__get-sum {\"a\":2,\"b\":3}";

  @RegisterExtension static final RunningModel model = new RunningModel();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What is the weather in Paris and then the sum of 2 and 3?",
        "What is the weather in Paris; what is the sum of 2 and 3?",
        "What is the weather in Paris, then the sum of 2 and 3?",
        "What is the weather in Paris and what is the sum of 2 and 3?",
        "What is the weather in Paris and the sum of 2 and 3?",
        "use forecast {\"city\":\"Paris\"} and then use get-sum {\"a\":2,\"b\":3}"
      })
  void come_in_one_answer(String question) {
    assertThat(model.calls(Tools.offeredTo(question))).containsExactly(WEATHER, SUM);
  }

  @Test
  void have_unique_ids() {
    var message =
        model
            .complete(Tools.offeredTo("the sum of 2 and 3; the sum of 4 and 5"))
            .path("choices")
            .path(0)
            .path("message");

    assertThat(message.findValuesAsText("id"))
        .hasSize(2)
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(id).matches("call_\\w{24}"));
  }

  @Test
  void makes_no_calls_if_one_part_is_unclear() {
    assertThat(model.text(Tools.offeredTo("What is the weather in Paris; tell me a joke")))
        .contains("it called nothing")
        .contains("\"tell me a joke\"");
  }

  @Test
  void calls_sequentially_without_parallel_tool_calls() {
    assertThat(model.calls(Tools.offeredTo(twoQuestions()))).containsExactly(WEATHER);
    assertThat(model.calls(Tools.offeredTo(weatherAnswered()))).containsExactly(SUM);
    assertThat(
            model.text(
                Tools.offeredTo(
                    weatherAnswered().called("math__get-sum").result("math__get-sum", "5"))))
        .contains("math__get-sum answered: 5");
  }

  private static RequestBody weatherAnswered() {
    return twoQuestions().called("weather__forecast").result("weather__forecast", "sunny");
  }

  private static RequestBody twoQuestions() {
    return RequestBody.ask("What is the weather in Paris; what is the sum of 2 and 3?")
        .with("parallel_tool_calls", "false");
  }
}
