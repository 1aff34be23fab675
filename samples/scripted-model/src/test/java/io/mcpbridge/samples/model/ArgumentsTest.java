package io.mcpbridge.samples.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

  @RegisterExtension static final RunningModel model = new RunningModel();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          What's the weather in Paris?                 | {"city":"Paris"}
          What is the weather in New York tomorrow?    | {"city":"New York"}
          what is the weather like in lisbon today     | {"city":"lisbon"}
          What is the weather for 'the north pole'?    | {"city":"the north pole"}
          The weather in Oslo in fahrenheit, please    | {"city":"Oslo","unit":"fahrenheit"}
          The weather of Rome for the next 3 days      | {"city":"Rome","days":3}
          weather: city=Bern, days=2                   | {"city":"Bern","days":2}
          read the text file notes.txt                 | {"path":"notes.txt"}
          Read the text file at ./a/b.md.              | {"path":"./a/b.md"}
          read the text file "my notes.txt"            | {"path":"my notes.txt"}
          read the first 5 lines of the text file /a/b | {"path":"/a/b","head":5}
          read the last 5 lines of the text file /a/b  | {"path":"/a/b","tail":5}
          read text file /a/b, tail 5                  | {"path":"/a/b","tail":5}
          write "a and b; c" to the file /tmp/x.txt    | {"path":"/tmp/x.txt","content":"a and b; c"}
          list the directory /                         | {"path":"/"}
          list the directory /data recursive           | {"path":"/data","recursive":true}
          list the directory /data, not recursive      | {"path":"/data","recursive":false}
          list directory Documents                     | {"path":"Documents"}
          What is the sum of 2 and 3?                  | {"a":2,"b":3}
          What is the sum of -2.5 and 10000000000      | {"a":-2.5,"b":10000000000}
          the sum of b=1 and a=2                       | {"a":2,"b":1}
          echo hello to the whole world!               | {"message":"hello to the whole world!"}
          echo the message hello                       | {"message":"hello"}
          echo “guten Tag”                             | {"message":"guten Tag"}
          echo 42                                      | {"message":"42"}
          """)
  void come_from_the_question(String question, String arguments) {
    assertThat(model.calls(Tools.offeredTo(question)))
        .singleElement()
        .asString()
        .endsWith(" " + arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          What is the weather today?     | weather__forecast looks right | city (string)
          read the text file             | files__read_text_file         | path (string)
          what is the sum of 2?          | math__get-sum                 | b (number)
          what is the sum of two numbers | math__get-sum                 | a (number), b (number)
          """)
  void missing_required_arguments_are_listed(String question, String tool, String missing) {
    assertThat(model.text(Tools.offeredTo(question)))
        .contains("scripted stand-in model", tool, question, "not found there: " + missing + ".");
  }

  @Test
  void supports_references_nullable_types_and_any_of() {
    RequestBody body =
        RequestBody.ask("book a table for 4 in Lyon on 2026-12-24, smoking no, window")
            .tool(
                "book_table",
                "",
                """
                {"type": "object", "required": ["where", "guests", "day"],
                 "$defs": {"Town": {"type": "string"}},
                 "properties": {
                   "where": {"$ref": "#/$defs/Town"},
                   "guests": {"anyOf": [{"type": "null"}, {"type": "integer"}]},
                   "day": {"type": ["null", "string"], "format": "date"},
                   "window": {"type": ["boolean", "null"]}}}""");

    assertThat(model.calls(body))
        .containsExactly(
            "book_table {\"where\":\"Lyon\",\"guests\":4,\"day\":\"2026-12-24\",\"window\":true}");
  }

  @Test
  void required_arguments_use_const_or_default() {
    RequestBody body =
        RequestBody.ask("search \"cats\"")
            .tool(
                "search",
                "",
                """
                {"type": "object", "required": ["query", "limit", "version", "exact"],
                 "properties": {
                   "query": {"type": "string"},
                   "limit": {"type": "integer", "default": 10},
                   "version": {"type": "string", "const": "v1"},
                   "exact": {"type": "boolean"},
                   "page": {"type": "integer", "default": 1}}}""");

    assertThat(model.calls(body))
        .containsExactly(
            "search {\"query\":\"cats\",\"limit\":10,\"version\":\"v1\",\"exact\":false}");
  }

  @Test
  void supports_arrays_and_objects() {
    RequestBody body =
        RequestBody.ask("merge a.txt b.txt weights 1 2.5 as pdf or odt with {\"deep\": [1]}")
            .tool(
                "merge",
                "",
                """
                {"type": "object", "required": ["files", "weights", "formats", "options"],
                 "properties": {
                   "files": {"type": "array", "items": {"type": "string"}},
                   "weights": {"type": "array", "items": {"type": "number"}},
                   "formats": {"type": "array", "items": {"enum": ["pdf", "doc", "odt"]}},
                   "options": {"type": "object"}}}""");

    assertThat(model.calls(body))
        .containsExactly(
            "merge {\"files\":[\"a.txt\",\"b.txt\"],\"weights\":[1,2.5],"
                + "\"formats\":[\"pdf\",\"odt\"],\"options\":{\"deep\":[1]}}");
  }

  @ParameterizedTest
  @CsvSource({
    "Convert 20 celsius to fahrenheit, celsius, fahrenheit",
    "Convert 20 fahrenheit to celsius, fahrenheit, celsius",
    "Convert 20 from kelvin to celsius, kelvin, celsius",
    "Convert 20 to kelvin from celsius, celsius, kelvin",
    "Convert 20 from kelvin to kelvin, kelvin, kelvin"
  })
  void give_each_of_several_choices_its_own(String question, String from, String to) {
    RequestBody body =
        RequestBody.ask(question)
            .tool(
                "convert",
                "",
                """
                {"type": "object", "required": ["value", "from", "to"], "properties": {
                   "value": {"type": "number"},
                   "from": {"enum": ["celsius", "fahrenheit", "kelvin"]},
                   "to": {"enum": ["celsius", "fahrenheit", "kelvin"]}}}""");

    assertThat(model.calls(body))
        .containsExactly("convert {\"value\":20,\"from\":\"" + from + "\",\"to\":\"" + to + "\"}");
  }

  @Test
  void sends_empty_arguments_for_tool_without_schema() {
    RequestBody body =
        RequestBody.ask("ping")
            .with("tools", "[{\"type\": \"function\", \"function\": {\"name\": \"ping\"}}]");

    assertThat(model.calls(body)).containsExactly("ping {}");
  }

  @Test
  void treats_braces_without_json_as_text() {
    assertThat(model.calls(Tools.offeredTo("echo {name} is here")))
        .containsExactly("demo__echo {\"message\":\"{name}\"}");
  }
}
