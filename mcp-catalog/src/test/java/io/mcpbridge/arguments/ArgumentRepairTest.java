package io.mcpbridge.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentRepairTest {

  private static String repaired(String schema, String arguments) {
    return Json.write(ToolArguments.repaired(Json.readObject(arguments), Json.readObject(schema)));
  }

  /** For one argument with this schema. */
  private static String repairedValue(String schema, String value) {
    String arguments = repaired("{\"properties\":{\"v\":" + schema + "}}", "{\"v\":" + value + "}");
    return arguments.substring("{\"v\":".length(), arguments.length() - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"integer\"}   | \"5\"          | 5",
        "{\"type\":\"integer\"}   | \" 5.0 \"      | 5",
        "{\"type\":\"integer\"}   | \"123456789012345678901234567890\" | 123456789012345678901234567890",
        "{\"type\":\"number\"}    | \"-0.50\"      | -0.50",
        "{\"type\":\"number\"}    | \"1e3\"        | 1000",
        "{\"type\":\"boolean\"}   | \"true\"       | true",
        "{\"type\":\"boolean\"}   | \"False\"      | false",
        "{\"type\":\"string\"}    | 5              | \"5\"",
        "{\"type\":\"string\"}    | 1.50           | \"1.50\"",
        "{\"type\":\"string\"}    | true           | \"true\"",
        "{\"type\":\"object\"}    | \"{\\\"a\\\":[1]}\" | {\"a\":[1]}",
        "{\"type\":\"array\"}     | \"[1,2]\"      | [1,2]",
        "{\"enum\":[\"Celsius\",\"Kelvin\"]}     | \"celsius \" | \"Celsius\"",
        "{\"enum\":[1,2]}         | \"2\"          | 2",
        "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]} | \"7\" | 7",
        "{\"anyOf\":[{\"enum\":[\"A\"]},{\"type\":\"null\"}]} | \"a\" | \"A\"",
        "{\"type\":[\"integer\",\"boolean\"]}    | \"true\"     | true",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}  | \"New York\" | [\"New York\"]",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}} | 5            | [5]",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}} | \"5\"        | [5]",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}} | [\"1\",2]    | [1,2]",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}} | \"[\\\"1\\\"]\" | [1]",
        "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}  | {\"a\":1}    | [{\"a\":1}]",
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}} | \"{\\\"n\\\":\\\"1\\\"}\" | {\"n\":1}",
        "{\"allOf\":[{\"properties\":{\"n\":{\"type\":\"integer\"}}}]} | {\"n\":\"1\"} | {\"n\":1}",
        "{\"additionalProperties\":{\"type\":\"integer\"}} | {\"n\":\"1\"} | {\"n\":1}",
      })
  void repairsUnambiguousValue(String schema, String written, String repaired) {
    assertThat(repairedValue(schema, written)).isEqualTo(repaired);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"integer\"} | \"three\"",
        "{\"type\":\"integer\"} | \"3.5\"",
        "{\"type\":\"integer\"} | \"0x10\"",
        "{\"type\":\"integer\"} | \"1,000\"",
        "{\"type\":\"integer\"} | \"05\"",
        "{\"type\":\"integer\"} | \"1e999999999\"",
        "{\"type\":\"integer\"} | true",
        "{\"type\":\"boolean\"} | 1",
        "{\"type\":\"boolean\"} | \"yes\"",
        "{\"type\":\"string\"}  | 1E+5",
        "{\"type\":\"string\"}  | {\"a\":1}",
        "{\"type\":\"object\"}  | \"{oops\"",
        "{\"enum\":[\"a\",\"A\"]} | \" a\"",
        "{\"type\":\"array\"}   | \"a\"",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}  | \"a, b\"",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}  | \"\"",
        "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}} | \"x\"",
      })
  void leavesWhatIsNotCertain(String schema, String written) {
    assertThat(repairedValue(schema, written)).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"string\"}               | \"5\"",
        "{\"type\":\"string\"}               | \"{}\"",
        "{\"type\":[\"string\",\"integer\"]} | \"5\"",
        "{}                                  | \"true\"",
        "{\"$ref\":\"https://example.com/\"} | \"5\"",
        "{\"type\":\"integer\"}              | 5.0",
        "{\"type\":\"number\"}               | 123456789012345678901234567890.10",
        "{\"type\":[\"null\",\"string\"]}    | null",
        "{\"type\":\"array\"}                | [null,[1,[\"2\"]]]",
      })
  void keepsMatchingValueUnchanged(String schema, String written) {
    assertThat(repairedValue(schema, written)).isEqualTo(written);
  }

  @Test
  void dropsNullForOptionalArguments() {
    String schema =
        """
        {"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {}},
         "required": ["b"], "additionalProperties": false}
        """;

    assertThat(repaired(schema, "{\"a\":null,\"b\":null,\"c\":null,\"d\":null}"))
        .isEqualTo("{\"b\":null,\"c\":null}");
  }

  @Test
  void matchesArgumentNamesInOtherSpelling() {
    String schema =
        "{\"properties\":{\"user_id\":{\"type\":\"integer\"}},\"required\":[\"user_id\"]}";

    assertThat(repaired(schema, "{\"userId\":\"5\"}")).isEqualTo("{\"user_id\":5}");
    assertThat(repaired(schema, "{\"userId\":1,\"UserID\":2}"))
        .as("two of them")
        .isEqualTo("{\"userId\":1,\"UserID\":2}");
    assertThat(repaired(schema, "{\"user_id\":1,\"userId\":2}"))
        .as("it is there")
        .isEqualTo("{\"user_id\":1,\"userId\":2}");
    assertThat(repaired("{\"properties\":{\"user_id\":{}}}", "{\"userId\":5}"))
        .as("it may be absent, and others be there")
        .isEqualTo("{\"userId\":5}");
  }

  @Test
  void keepsMemberOrderAndOtherValues() {
    String schema = "{\"properties\":{\"n\":{\"type\":\"integer\"}}}";

    assertThat(repaired(schema, "{\"z\":[1.10,null],\"n\":\"5\",\"a\":{\"x\":null}}"))
        .isEqualTo("{\"z\":[1.10,null],\"n\":5,\"a\":{\"x\":null}}");
  }

  @Test
  void handlesCircularReferences() {
    String schema =
        """
        {"allOf": [{"$ref": "#"}], "anyOf": [{"$ref": "#"}, {"$ref": "#"}],
         "properties": {"n": {"type": "integer"}}}
        """;

    assertThat(repaired(schema, "{\"n\":\"x\"}")).isEqualTo("{\"n\":\"x\"}");
  }
}
