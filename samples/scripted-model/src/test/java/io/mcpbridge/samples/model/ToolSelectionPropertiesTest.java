package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolSelectionPropertiesTest {

  private static final String NO_ARGUMENTS = "{\"type\": \"object\", \"properties\": {}}";

  @RegisterExtension static final RunningModel model = new RunningModel();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          What is the weather in Paris?       | weather__forecast
          Please give me a FORECAST for Paris | weather__forecast
          read the text file notes.txt        | files__read_text_file
          list the files in /data             | files__list_directory
          which directories are in /data      | files__list_directory
          write "x" into the file /data/x.txt | files__write_file
          what is the sum of 2 and 3?         | math__get-sum
          adding 2 and 3                      | math__get-sum
          echo hello                          | demo__echo
          """)
  void selects_tool_with_most_matching_words(String question, String tool) {
    assertThat(model.calls(Tools.offeredTo(question)))
        .singleElement()
        .asString()
        .startsWith(tool + " ");
  }

  @Test
  void considers_only_tools_of_current_request() {
    RequestBody clockOnly =
        RequestBody.ask("What is the weather in Paris?")
            .tool("clock__current_time", "Tells the time.", NO_ARGUMENTS);

    assertThat(model.text(clockOnly)).contains("clock__current_time").doesNotContain("forecast");
  }

  @Test
  void name_matches_outweigh_description_matches() {
    RequestBody body =
        RequestBody.ask("Show the invoices for supplies")
            .tool("list_orders", "Orders and their invoices. Also of supplies.", NO_ARGUMENTS)
            .tool("list_invoices", "Everything to be paid.", NO_ARGUMENTS);

    assertThat(model.calls(body)).containsExactly("list_invoices {}");
  }

  @Test
  void tie_prefers_closer_name_then_first_tool() {
    RequestBody closer =
        RequestBody.ask("list directory")
            .tool("list_directory_tree", "", NO_ARGUMENTS)
            .tool("list_directory", "", NO_ARGUMENTS);
    RequestBody first =
        RequestBody.ask("list directory")
            .tool("a__list_directory", "", NO_ARGUMENTS)
            .tool("b__list_directory", "", NO_ARGUMENTS);

    assertThat(model.calls(closer)).containsExactly("list_directory {}");
    assertThat(model.calls(first)).containsExactly("a__list_directory {}");
  }

  @Test
  void tie_prefers_tool_that_uses_all_values() {
    RequestBody body =
        RequestBody.ask("show the order 17")
            .tool("order_list", "", NO_ARGUMENTS)
            .tool(
                "order_move",
                "",
                """
                {"type": "object", "required": ["id", "destination"],
                 "properties": {"id": {"type": "integer"}, "destination": {"type": "object"}}}""")
            .tool(
                "order_details",
                "",
                """
                {"type": "object", "required": ["id"],
                 "properties": {"id": {"type": "integer"}}}""");

    assertThat(model.calls(body)).containsExactly("order_details {\"id\":17}");
  }

  @Test
  void prefers_tools_that_are_not_deprecated() {
    RequestBody body =
        RequestBody.ask("list invoices")
            .tool("list_invoices", "Deprecated: use list_paid_invoices.", NO_ARGUMENTS)
            .tool("list_paid_invoices", "All of them.", NO_ARGUMENTS);

    assertThat(model.calls(body)).containsExactly("list_paid_invoices {}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Tell me a joke", "How are you?", "Is everything in order?", ""})
  void says_in_words_that_nothing_fits_what_was_offered_and_what_would_help(String question) {
    assertThat(model.text(Tools.offeredTo(question)))
        .contains("scripted stand-in model")
        .contains("no offered tool shares enough words with \"" + question + "\"")
        .contains("Tools offered: weather__forecast, files__read_text_file")
        .contains("use <tool> {\"argument\": \"value\"}")
        .contains("OPENAI_API_KEY");
  }

  @Test
  void reports_that_no_tools_were_offered() {
    assertThat(model.text(RequestBody.ask("What is the weather in Paris?")))
        .contains("scripted stand-in model")
        .contains("offers it no tools")
        .contains("OPENAI_API_KEY");
  }

  @Test
  void honors_tool_choice() {
    RequestBody noTools =
        Tools.offeredTo("What is the weather in Paris?").with("tool_choice", "\"none\"");
    RequestBody echo =
        Tools.offeredTo("echo the weather in Paris")
            .with(
                "tool_choice",
                "{\"type\": \"function\", \"function\": {\"name\": \"weather__forecast\"}}");

    assertThat(model.text(noTools)).contains("offers it no tools");
    assertThat(model.calls(echo)).containsExactly("weather__forecast {\"city\":\"Paris\"}");
  }

  @Test
  void considers_only_last_user_message() {
    RequestBody body =
        RequestBody.ask("What is the weather in Paris?")
            .called("weather__forecast")
            .result("weather__forecast", "sunny")
            .message("assistant", "It is sunny.")
            .message("user", "echo hello")
            .message("system", "Be polite.");

    assertThat(model.calls(Tools.offeredTo(body)))
        .containsExactly("demo__echo {\"message\":\"hello\"}");
  }

  @Test
  void reads_multi_part_question() {
    RequestBody body =
        RequestBody.ask("")
            .with(
                "messages",
                """
                [{"role": "user", "content": [
                  {"type": "text", "text": "What is the weather"},
                  {"type": "text", "text": "in Paris?"}]}]""");

    assertThat(model.calls(Tools.offeredTo(body)))
        .containsExactly("weather__forecast {\"city\":\"Paris\"}");
  }
}
