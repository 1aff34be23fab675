package io.mcpbridge.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  ", "{}", "null", "\"\"", "[]", "\"{}\""})
  void nothingAtAllIsAnEmptyObject(String json) {
    assertThat(ToolArguments.read(json)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": 1}",
        "\"{\\\"a\\\": 1}\"",
        "\"\\\"{\\\\\\\"a\\\\\\\": 1}\\\"\"",
        "```json\n{\"a\": 1}\n```",
        "```\n{\"a\": 1}```\n",
        "```{\"a\": 1}```",
        "\"```json\\n{\\\"a\\\": 1}\\n```\""
      })
  void anObjectIsTakenOutOfStringsAndFences(String text) {
    assertThat(ToolArguments.read(text)).isEqualTo(Map.of("a", 1));
  }

  @Test
  void preservesNumbersNullsAndNesting() {
    String json =
        "{\"big\":123456789012345678901234567890,\"exact\":0.10,\"small\":1e-400,\"none\":null,"
            + "\"nested\":[[1,[null,\"x\"]],{\"a\":[true]}],\"text\":\"ä😀\"}";

    assertThat(Json.write(ToolArguments.read(json))).isEqualTo(json.replace("1e-400", "1E-400"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":                  | line 1, column 6",
        "{\"a\": oops}            | line 1, column 7",
        "{'a': 1}                 | line 1, column 2",
        "{\"a\":1} trailing       | line 1, column 9",
        "{}{\"a\":1}              | after the end of the JSON value, at line 1, column 3",
        "{\"a\":1,\"a\":2}        | the member \"a\" is a duplicate",
        "[1]                      | a JSON object was expected, not an array",
        "5                        | a JSON object was expected, not a number",
        "\"text\"                 | a JSON object was expected, not a string",
      })
  void rejectsOtherTextWithPositionOrType(String text, String expected) {
    assertThatThrownBy(() -> ToolArguments.read(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void listsFiveViolationsAndCountsTheRest() {
    List<SchemaViolation> problems =
        IntStream.range(0, 7)
            .mapToObj(i -> new SchemaViolation(List.of("stops", i, "city"), "is missing"))
            .toList();

    assertThat(ToolArguments.describe(problems))
        .startsWith("\"stops[0].city\" is missing; \"stops[1].city\" is missing; ")
        .endsWith("\"stops[4].city\" is missing; and 2 more");
  }
}
