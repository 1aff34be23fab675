package io.mcpbridge.internal.revision.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 2026-07-28, tools, x-mcp-header. */
class ParamHeadersTest {

  private static final String REGION =
      "{\"type\": \"object\", \"properties\": {\"region\": {\"type\": \"string\", \"x-mcp-header\":"
          + " \"Region\"}}}";

  private final ParamHeaders headers = ParamHeaders.learned((tool, argument) -> true);

  private static Tool tool(String name, String schema) {
    return new Tool(
        name,
        null,
        null,
        Json.readObject(schema),
        null,
        ToolAnnotations.none(),
        List.of(),
        null,
        Map.of());
  }

  private static ListToolsResult page(Tool... tools) {
    return new ListToolsResult(List.of(tools), "next", List.of("before"), Map.of("a", 1));
  }

  private static String property(String json) {
    return "{\"type\": \"object\", \"properties\": {\"a\": " + json + "}}";
  }

  private static JsonObject call(String tool, Map<String, ?> arguments) {
    return JsonObject.of(Map.of("name", tool, "arguments", arguments));
  }

  private Map<String, String> sent(String schema, String arguments) {
    headers.admit(null, page(tool("t", schema)));
    return headers.of(call("t", Json.readObject(arguments)));
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of("empty", property("{\"type\":\"string\",\"x-mcp-header\":\"\"}")),
        Arguments.of("space", property("{\"type\":\"string\",\"x-mcp-header\":\"My Region\"}")),
        Arguments.of("colon", property("{\"type\":\"string\",\"x-mcp-header\":\"Region:x\"}")),
        Arguments.of("line end", property("{\"type\":\"string\",\"x-mcp-header\":\"A\\r\\nB\"}")),
        Arguments.of("not ASCII", property("{\"type\":\"string\",\"x-mcp-header\":\"Régi\"}")),
        Arguments.of("DEL", property("{\"type\":\"string\",\"x-mcp-header\":\"a\\u007f\"}")),
        Arguments.of("no text", property("{\"type\":\"string\",\"x-mcp-header\":true}")),
        Arguments.of("number", property("{\"type\":\"number\",\"x-mcp-header\":\"A\"}")),
        Arguments.of("object", property("{\"type\":\"object\",\"x-mcp-header\":\"A\"}")),
        Arguments.of("array", property("{\"type\":\"array\",\"x-mcp-header\":\"A\"}")),
        Arguments.of("null", property("{\"type\":\"null\",\"x-mcp-header\":\"A\"}")),
        Arguments.of("only null", property("{\"type\":[\"null\"],\"x-mcp-header\":\"A\"}")),
        Arguments.of(
            "two types", property("{\"type\":[\"string\",\"integer\"],\"x-mcp-header\":\"A\"}")),
        Arguments.of("no type", property("{\"enum\":[\"x\"],\"x-mcp-header\":\"A\"}")),
        Arguments.of(
            "twice",
            "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
                + "\"o\":{\"properties\":{\"b\":{\"type\":\"string\",\"x-mcp-header\":\"REGION\"}}}}}"),
        Arguments.of("the root", "{\"type\":\"string\",\"x-mcp-header\":\"A\"}"),
        misplaced("{\"items\":%s}"),
        misplaced("{\"items\":[%s]}"),
        misplaced("{\"prefixItems\":[%s]}"),
        misplaced("{\"contains\":%s}"),
        misplaced("{\"additionalProperties\":%s}"),
        misplaced("{\"unevaluatedProperties\":%s}"),
        misplaced("{\"patternProperties\":{\"^x\":%s}}"),
        misplaced("{\"propertyNames\":%s}"),
        misplaced("{\"dependentSchemas\":{\"x\":%s}}"),
        misplaced("{\"$defs\":{\"x\":%s}}"),
        misplaced("{\"definitions\":{\"x\":%s}}"),
        misplaced("{\"oneOf\":[true,%s]}"),
        misplaced("{\"anyOf\":[%s]}"),
        misplaced("{\"allOf\":[%s]}"),
        misplaced("{\"not\":%s}"),
        misplaced("{\"if\":%s}"),
        misplaced("{\"then\":%s}"),
        misplaced("{\"else\":%s}"),
        misplaced("{\"allOf\":[{\"properties\":{\"x\":%s}}]}"),
        misplaced("{\"properties\":{\"o\":{\"items\":{\"properties\":{\"x\":%s}}}}}"));
  }

  private static Arguments misplaced(String schema) {
    String annotated = "{\"type\":\"string\",\"x-mcp-header\":\"A\"}";
    return Arguments.of(schema, schema.formatted(annotated));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void omitsToolWithInvalidAnnotation(String name, String schema) {
    ListToolsResult admitted =
        headers.admit(null, page(tool("good", REGION), tool("bad", schema), tool("plain", "{}")));

    assertThat(admitted.tools()).extracting(Tool::name).containsExactly("good", "plain");
    assertThat(admitted.omitted()).hasSize(2).first().isEqualTo("before");
    assertThat(admitted.omitted().get(1))
        .startsWith("the tool \"bad\" was left out: its x-mcp-header ")
        .contains(" at #");
    assertThat(admitted.nextCursor()).isEqualTo("next");
    assertThat(admitted.meta()).containsEntry("a", 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"default\":{\"x-mcp-header\":\"a b\"}}",
        "{\"const\":{\"x-mcp-header\":\"a b\"}}",
        "{\"enum\":[{\"x-mcp-header\":\"a b\"}]}",
        "{\"examples\":[{\"x-mcp-header\":\"a b\"}]}",
        "{\"x-other\":{\"x-mcp-header\":\"a b\"}}",
        "{\"properties\":{\"x-mcp-header\":{\"type\":\"object\"}}}",
        "{\"properties\":{\"a\":{\"x-mcp-header\":null}}}",
        "{\"required\":[\"x-mcp-header\"]}",
        "{\"properties\":null,\"items\":true,\"allOf\":{},\"$defs\":[]}"
      })
  void ignoresAnnotationNameOutsideSchemas(String schema) {
    assertThat(headers.admit(null, page(tool("t", schema))).tools()).hasSize(1);
    assertThat(headers.of(call("t", Map.of("x-mcp-header", "v")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "string|{\"a\":\"us-west1\"}|us-west1",
        "string|{\"a\":\" padded \"}|=?base64?IHBhZGRlZCA=?=",
        "string|{\"a\":\"\"}|=?base64??=",
        "integer|{\"a\":-7}|-7",
        "integer|{\"a\":42.0}|42",
        "integer|{\"a\":1e3}|1000",
        "integer|{\"a\":9007199254740991}|9007199254740991",
        "integer|{\"a\":-9007199254740991}|-9007199254740991",
        "boolean|{\"a\":false}|false",
        "boolean|{\"a\":\"true\"}|true"
      })
  void sendsArgumentAsHeader(String type, String arguments, String value) {
    String schema = property("{\"type\":\"" + type + "\",\"x-mcp-header\":\"A\"}");

    assertThat(sent(schema, arguments)).containsExactly(Map.entry("Mcp-Param-A", value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"region\":null}", "{\"other\":\"x\"}"})
  void sendsNoHeaderWithoutArgument(String arguments) {
    assertThat(sent(REGION, arguments)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "9007199254740992|the number 9007199254740992",
        "-9007199254740992|the number -9007199254740992",
        "1e9999|the number",
        "5.5|the number 5.5",
        "[1]|an array",
        "{}|an object"
      })
  void rejectsUnsupportedHeaderArguments(String value, String named) {
    String schema = property("{\"type\":\"integer\",\"x-mcp-header\":\"A\"}");

    assertThatThrownBy(() -> sent(schema, "{\"a\":" + value + "}"))
        .isInstanceOf(McpInvalidArgumentsException.class)
        .hasMessageContainingAll("\"a\"", named, "9007199254740991", "Mcp-Param-A");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsNonFiniteNumbers(double value) {
    headers.admit(null, page(tool("t", property("{\"type\":\"integer\",\"x-mcp-header\":\"A\"}"))));

    assertThatThrownBy(() -> headers.of(call("t", Map.of("a", value))))
        .isInstanceOf(McpInvalidArgumentsException.class);
    assertThat(headers.of(call("t", Map.of("a", 8.0d)))).containsEntry("Mcp-Param-A", "8");
  }

  @Test
  void supportsNestedPropertiesAndDottedNames() {
    String schema =
        "{\"properties\":{\"a.b\":{\"properties\":{\"c\":{\"type\":[\"null\",\"string\"],"
            + "\"x-mcp-header\":\"Deep\"}}},\"a\":{\"properties\":{\"b.c\":{\"type\":\"boolean\","
            + "\"x-mcp-header\":\"Other\"}}}}}";

    assertThat(sent(schema, "{\"a.b\":{\"c\":\"x\"},\"a\":{\"b.c\":true}}"))
        .containsOnly(Map.entry("Mcp-Param-Deep", "x"), Map.entry("Mcp-Param-Other", "true"));
    assertThat(sent(schema, "{\"a.b\":\"no object\",\"a\":{\"b\":{\"c\":true}}}")).isEmpty();
    assertThat(sent(schema, "{\"a.b\":{\"c\":null}}")).isEmpty();
  }

  @Test
  void usesLatestToolSchema() {
    headers.admit(null, page(tool("t", REGION)));
    JsonObject call = call("t", Map.of("region", "eu", "zone", "b"));
    assertThat(headers.of(call)).containsOnlyKeys("Mcp-Param-Region");

    headers.admit(
        null, page(tool("t", REGION.replace("region", "zone").replace("Region", "Zone"))));
    assertThat(headers.of(call)).containsOnlyKeys("Mcp-Param-Zone");

    headers.admit(null, page(tool("t", "{\"type\": \"object\"}")));
    assertThat(headers.of(call)).isEmpty();
  }

  @Test
  void usesFirstOfDuplicateTools() {
    JsonObject call = call("t", Map.of("region", "eu", "zone", "b"));
    Tool zone = tool("t", REGION.replace("region", "zone").replace("Region", "Zone"));

    headers.admit(null, page(tool("t", REGION), zone));
    assertThat(headers.of(call)).as("on one page").containsOnlyKeys("Mcp-Param-Region");

    headers.admit("next", page(zone));
    assertThat(headers.of(call)).as("on the next page").containsOnlyKeys("Mcp-Param-Region");

    headers.admit(null, page(zone));
    assertThat(headers.of(call)).as("in another list").containsOnlyKeys("Mcp-Param-Zone");

    headers.admit(null, page(tool("t", REGION.replace("string", "number")), zone));
    assertThat(headers.of(call)).as("after an invalid one").containsOnlyKeys("Mcp-Param-Zone");
  }

  @Test
  void sendsNoHeadersForToolThatBecameInvalid() {
    headers.admit(null, page(tool("t", REGION)));
    headers.admit(null, page(tool("t", REGION.replace("string", "number"))));

    assertThat(headers.of(call("t", Map.of("region", "eu")))).isEmpty();
  }

  @Test
  void evictsOldestToolsAboveLimit() {
    Tool[] tools =
        IntStream.rangeClosed(0, LearnedParamHeaders.MAX_TOOLS)
            .mapToObj(i -> tool("t" + i, REGION))
            .toArray(Tool[]::new);
    headers.admit(null, page(tools));

    assertThat(headers.of(call("t0", Map.of("region", "eu")))).isEmpty();
    assertThat(headers.of(call("t1", Map.of("region", "eu")))).hasSize(1);
  }

  @Test
  void ignoresAnnotationsWithoutHeaderSupport() {
    ListToolsResult page = page(tool("bad", "{\"x-mcp-header\":\"\"}"), tool("t", REGION));

    assertThat(ParamHeaders.none().admit(null, page)).isSameAs(page);
    assertThat(ParamHeaders.none().of(call("t", Map.of("region", "eu")))).isEmpty();
  }

  @Test
  void readsDeeplyNestedSchema() {
    String deep =
        IntStream.range(0, 240)
                .mapToObj(i -> "{\"properties\":{\"p\":")
                .collect(Collectors.joining())
            + "{\"type\":\"string\",\"x-mcp-header\":\"A\"}"
            + "}}".repeat(240);
    Map<String, Object> arguments = Map.of("p", "v");
    for (int i = 1; i < 240; i++) {
      arguments = new HashMap<>(Map.of("p", arguments));
    }
    headers.admit(null, page(tool("t", deep)));

    assertThat(headers.of(call("t", arguments))).containsEntry("Mcp-Param-A", "v");
  }
}
