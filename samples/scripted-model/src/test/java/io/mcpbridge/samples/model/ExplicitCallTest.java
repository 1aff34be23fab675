package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplicitCallTest {

  @RegisterExtension static final RunningModel model = new RunningModel();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use demo__echo {\"message\": \"a; b and then c } d\"}",
        "use echo {\"message\": \"a; b and then c } d\"}",
        "Use echo {\"message\": \"a; b and then c } d\"}.",
      })
  void sends_exactly_this_json(String question) {
    assertThat(model.calls(Tools.offeredTo(question)))
        .containsExactly("demo__echo {\"message\": \"a; b and then c } d\"}");
  }

  @Test
  void sends_schema_violating_arguments_unchanged() {
    assertThat(model.calls(Tools.offeredTo("use get-sum {\"a\": \"two\", \"c\": null}")))
        .containsExactly("math__get-sum {\"a\": \"two\", \"c\": null}");
  }

  @Test
  void without_json_sends_no_arguments() {
    assertThat(model.calls(Tools.offeredTo("use get-sum"))).containsExactly("math__get-sum {}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          use missing {"a": 1}   | no tool named 'missing' was offered
          use echo {"message": } | the arguments for demo__echo could not be read. This is not JSON
          use echo {"message": 1 | the arguments for demo__echo could not be read. This is not JSON
          use echo {"a": 1} {}   | the arguments for demo__echo could not be read. This is not JSON
          """)
  void says_what_is_wrong_with_it(String question, String reason) {
    assertThat(model.text(Tools.offeredTo(question))).contains(reason).contains("demo__echo");
  }

  @Test
  void requires_full_name_if_short_name_is_ambiguous() {
    String schema = "{\"type\": \"object\"}";
    String json = " {\"message\":\"hi\"}";
    RequestBody shortName =
        Tools.offeredTo("use echo" + json).tool("other__echo", "Echoes.", schema);
    RequestBody fullName =
        Tools.offeredTo("use other__echo" + json).tool("other__echo", "Echoes.", schema);

    assertThat(model.text(shortName)).contains("'echo': demo__echo, other__echo.");
    assertThat(model.calls(fullName)).containsExactly("other__echo" + json);
  }

  @Test
  void ignores_use_without_tool_name() {
    assertThat(model.calls(Tools.offeredTo("Use the sum of 2 and 3")))
        .containsExactly("math__get-sum {\"a\":2,\"b\":3}");
  }
}
