package io.mcpbridge.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCheckTest {

  private static List<String> problems(String schema, String arguments) {
    return SchemaValidator.builtIn()
        .check(Json.readObject(schema), Json.readObject(arguments))
        .stream()
        .map(SchemaViolation::toString)
        .toList();
  }

  /** For one argument with this schema. */
  private static List<String> problemsOf(String schema, String value) {
    return problems("{\"properties\":{\"v\":" + schema + "}}", "{\"v\":" + value + "}");
  }

  @Test
  void reportsPathAndExpectedTypeOfEachViolation() {
    String schema =
        """
        {"type": "object", "additionalProperties": false, "required": ["city", "days"],
         "properties": {
           "city": {"type": "string"},
           "days": {"type": "integer"},
           "stops": {"type": "array", "items": {"type": "object", "required": ["lat"],
             "properties": {"lat": {"type": "number"}}}}}}
        """;

    assertThat(problems(schema, "{\"days\":\"three\",\"stops\":[{\"lat\":true},{}],\"x\":1}"))
        .containsExactly(
            "\"days\" must be an integer, not \"three\"",
            "\"stops[0].lat\" must be a number, not true",
            "\"stops[1].lat\" is missing",
            "\"x\" is unknown",
            "\"city\" is missing");
    assertThat(problems(schema, "{\"city\":\"Oslo\",\"days\":3,\"stops\":[{\"lat\":59.9}]}"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"integer\"}                     | 3.5     | must be an integer, not 3.5",
        "{\"type\":\"string\"}                      | null    | must be a string, not null",
        "{\"type\":[\"string\",\"integer\"]}        | [1]     | must be a string or an integer, not"
            + " an array",
        "{\"enum\":[\"a\",\"b\",1]}                 | \"c\"   | must be one of \"a\", \"b\", 1, not"
            + " \"c\"",
        "{\"const\":\"a\"}                          | \"b\"   | must be \"a\", not \"b\"",
        "{\"minimum\":1}                            | 0       | must be at least 1, not 0",
        "{\"exclusiveMinimum\":0}                   | 0       | must be more than 0, not 0",
        "{\"maximum\":9}                            | 9.5     | must be at most 9, not 9.5",
        "{\"exclusiveMaximum\":9}                   | 9       | must be less than 9, not 9",
        "{\"minLength\":1}                          | \"\"    | must have at least 1 character, not"
            + " 0",
        "{\"maxLength\":2}                          | \"abc\" | must have at most 2 characters, not"
            + " 3",
        "{\"minItems\":2}                           | [1]     | must have at least 2 elements, not"
            + " 1",
        "{\"items\":{\"type\":\"string\"}}          | [1]     | must be a string, not 1",
        "{\"prefixItems\":[{\"type\":\"string\"}]}  | [1]     | must be a string, not 1",
        "{\"maxProperties\":0}                      | {\"a\":1} | must have at most 0 members, not"
            + " 1",
        "{\"additionalProperties\":{\"type\":\"string\"}} | {\"a\":1} | must be a string, not 1",
        "{\"allOf\":[{\"type\":\"string\"},{\"minLength\":2}]} | \"a\" | must have at least 2"
            + " characters, not 1",
        "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]} | \"x\" | must be an integer or"
            + " null, not \"x\"",
        "{\"anyOf\":[{\"type\":\"integer\",\"minimum\":1},{\"type\":\"null\"}]} | 0 | must be at"
            + " least 1, not 0",
        "{\"oneOf\":[{\"const\":\"a\"},{\"const\":\"b\"}]} | \"c\" | must be one of \"a\", \"b\","
            + " not \"c\"",
        "{\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]} | {} | matches none of"
            + " the allowed forms",
        "false                                      | 1       | is not allowed",
      })
  void reportsCertainMismatch(String schema, String value, String expected) {
    assertThat(problemsOf(schema, value)).singleElement().asString().endsWith(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"integer\"}                             | 3.0",
        "{\"type\":\"integer\"}                             | 123456789012345678901234567890",
        "{\"type\":\"number\",\"maximum\":1e10000}          | 1e9999",
        "{\"enum\":[1]}                                     | 1.0",
        "{\"const\":{\"a\":[1,null]}}                       | {\"a\":[1.0,null]}",
        "{\"type\":\"string\",\"maxLength\":1}              | \"😀\"",
        "{\"type\":[\"string\",\"null\"],\"enum\":[\"a\"]}  | null",
        "{\"type\":\"string\",\"nullable\":true}            | null",
        "{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":5}]} | 7",
        "{\"oneOf\":[{\"type\":\"number\"},{\"type\":\"integer\"}]} | 7",
        "{}                                                 | null",
        "true                                               | 1",
      })
  void takesWhatFits(String schema, String value) {
    assertThat(problemsOf(schema, value)).isEmpty();
  }

  /** Server schemas are often odd: what cannot be checked is left to the server. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"any\"}",
        "{\"type\":[\"integer\",\"strnig\"]}",
        "{\"type\":5}",
        "{\"type\":[]}",
        "{\"type\":\"integer\",\"enum\":[\"1\",\"2\"]}",
        "{\"enum\":[]}",
        "{\"enum\":\"a\"}",
        "{\"minLength\":\"7\"}",
        "{\"maximum\":true}",
        "{\"anyOf\":[]}",
        "{\"anyOf\":\"integer\"}",
        "{\"allOf\":[5,null,\"x\",true]}",
        "{\"$ref\":\"https://example.com/schema.json\"}",
        "{\"$ref\":\"other.json#/a\"}",
        "{\"$ref\":\"#/nowhere\"}",
        "{\"$ref\":\"#anchor\"}",
        "{\"$ref\":7}",
        "{\"$ref\":\"#/properties/v\"}",
        "{\"$ref\":\"#\",\"type\":\"integer\"}",
        "{\"$id\":\"https://example.com/a\",\"type\":\"integer\"}",
        "{\"anyOf\":[{\"type\":\"integer\"},{\"$ref\":\"https://example.com/b\"}]}",
        "{\"not\":{}}",
        "{\"if\":true,\"then\":false}",
        "{\"pattern\":\"(\",\"format\":\"date\"}",
        "{\"futureKeyword\":false}",
        "\"string\"",
        "5",
        "[]",
        "null"
      })
  void reportsNothingItCannotEvaluate(String schema) {
    assertThat(problemsOf(schema, "\"text\"")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"type\":\"string\"}",
        "{\"type\":\"object\",\"properties\":[],\"additionalProperties\":false,\"required\":true}",
        "{\"properties\":{},\"additionalProperties\":false,\"allOf\":[{\"properties\":{\"v\":true}}]}",
        "{\"properties\":{},\"additionalProperties\":false,\"patternProperties\":{\"v\":true}}",
        "{\"$ref\":\"#\"}",
        "{\"allOf\":[{\"$ref\":\"#\"}],\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}"
      })
  void ignoresMalformedRootSchema(String schema) {
    assertThat(problems(schema, "{\"v\":1}")).isEmpty();
  }

  @Test
  void followsLocalReferences() {
    String schema =
        """
        {"properties": {"tree": {"$ref": "#/$defs/a~1b%20c"}},
         "$defs": {"a/b c": {"$ref": "#/definitions/node"}},
         "definitions": {"node": {"type": "object", "required": ["name"], "properties": {
           "name": {"type": "string"},
           "children": {"type": "array", "items": {"$ref": "#/definitions/node"}}}}}}
        """;

    assertThat(problems(schema, "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}}"))
        .isEmpty();
    assertThat(problems(schema, "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":1},{}]}}"))
        .containsExactly(
            "\"tree.children[0].name\" must be a string, not 1",
            "\"tree.children[1].name\" is missing");
  }

  @Test
  void terminatesOnRecursiveBranches() {
    String schema =
        """
        {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
         "$defs": {
           "a": {"required": ["x"], "anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]},
           "b": {"required": ["y"], "oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}}}
        """;

    assertThat(problems(schema, "{}")).hasSizeLessThan(2);
  }

  @Test
  void abbreviatesLongValuesAndLimitsProblems() {
    assertThat(problemsOf("{\"type\":\"integer\"}", "\"" + "x".repeat(1000) + "\\n\\u0000y\""))
        .singleElement()
        .asString()
        .isEqualTo("\"v\" must be an integer, not \"" + "x".repeat(40) + "...\"");
    assertThat(problemsOf("{\"items\":{\"type\":\"string\"}}", "[" + "1,".repeat(999) + "1]"))
        .hasSize(20);
  }
}
