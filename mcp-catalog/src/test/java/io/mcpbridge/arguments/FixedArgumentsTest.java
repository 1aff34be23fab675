package io.mcpbridge.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FixedArgumentsTest {

  @Test
  void overrideModelArguments() {
    FixedArguments fixed = FixedArguments.none().with("tenant", "acme").with("limit", 10);
    Map<String, Object> written = Json.readObject("{\"q\":\"x\",\"tenant\":\"evil\",\"limit\":99}");

    assertThat(fixed.droppedFrom(written)).isEqualTo(Map.of("q", "x"));
    assertThat(Json.write(fixed.addedTo(fixed.droppedFrom(written))))
        .isEqualTo("{\"q\":\"x\",\"tenant\":\"acme\",\"limit\":10}");
  }

  @Test
  void areEvaluatedForEachCall() {
    AtomicInteger calls = new AtomicInteger();
    FixedArguments fixed = FixedArguments.none().with("call", calls::incrementAndGet);

    assertThat(fixed.addedTo(Map.of())).isEqualTo(Map.of("call", 1));
    assertThat(fixed.addedTo(Map.of())).isEqualTo(Map.of("call", 2));
  }

  @Test
  void rejectsCallIfSupplierReturnsNull() {
    FixedArguments fixed = FixedArguments.none().with("tenant", () -> null);

    assertThatThrownBy(() -> fixed.addedTo(Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"tenant\"");
  }

  @Test
  void removesFixedArgumentsFromSchema() {
    String schema =
        """
        {"type": "object", "required": ["q", "tenant"], "additionalProperties": false,
         "properties": {"q": {"type": "string"}, "tenant": {"type": "string"}},
         "anyOf": [{"required": ["tenant"]}, {"properties": {"tenant": {}, "b": {}}}],
         "x-kept": {"properties": {"tenant": {}}}}
        """;

    assertThat(
            Json.write(
                FixedArguments.none().with("tenant", "acme").hiddenFrom(Json.readObject(schema))))
        .isEqualTo(
            "{\"type\":\"object\",\"required\":[\"q\"],\"additionalProperties\":false,"
                + "\"properties\":{\"q\":{\"type\":\"string\"}},"
                + "\"anyOf\":[{\"required\":[]},{\"properties\":{\"b\":{}}}],"
                + "\"x-kept\":{\"properties\":{\"tenant\":{}}}}");
  }

  private static String shown(String schema) {
    Map<String, Object> shown =
        FixedArguments.none().with("tenant", "acme").hiddenFrom(Json.readObject(schema));
    return Json.write(shown).replace('"', '\'');
  }

  @Test
  void removesFixedArgumentsBehindReference() {
    assertThat(
            shown(
                """
                {"$ref": "#/$defs/Args", "title": "Find",
                 "$defs": {"Args": {"type": "object", "required": ["tenant", "at"],
                                    "properties": {"tenant": {}, "at": {"$ref": "#/$defs/Place"}}},
                           "Place": {"type": "string"}}}
                """))
        .isEqualTo(
            "{'title':'Find','$defs':{'Place':{'type':'string'}},'type':'object','required':['at'],"
                + "'properties':{'at':{'$ref':'#/$defs/Place'}}}");
  }

  /** The value of an argument may have a member of the same name, which stays. */
  @Test
  void remainInRecursiveDefinition() {
    assertThat(
            shown(
                """
                {"allOf": [{"$ref": "#/definitions/Node"}],
                 "definitions": {"Node": {"properties": {"tenant": {}, "next": {"$ref": "#/definitions/Node"}}}}}
                """))
        .isEqualTo(
            "{'allOf':[{'properties':{'next':{'$ref':'#/definitions/Node'}}}],'definitions':"
                + "{'Node':{'properties':{'tenant':{},'next':{'$ref':'#/definitions/Node'}}}}}");
  }

  @Test
  void areHiddenInReferenceWithSiblingKeywords() {
    assertThat(
            shown(
                """
                {"$ref": "#/$defs/a~1b", "minProperties": 1, "properties": {"q": {}},
                 "$defs": {"a/b": {"$ref": "#/$defs/c"}, "c": {"properties": {"tenant": {}, "x": {}}}}}
                """))
        .isEqualTo("{'minProperties':1,'properties':{'q':{}},'allOf':[{'properties':{'x':{}}}]}");
  }

  @Test
  void removesFixedArgumentsFromConditions() {
    assertThat(
            shown(
                """
                {"if": {"properties": {"tenant": {"const": "a"}}}, "then": {"required": ["tenant", "x"]},
                 "else": {"properties": {"tenant": {}, "y": {}}}, "not": {"required": ["tenant", "z"]}}
                """))
        .isEqualTo("{'allOf':[{'anyOf':[{'required':['x']},{'properties':{'y':{}}}]}]}");
    assertThat(
            shown(
                "{\"if\": {\"required\": [\"q\"]}, \"then\": {\"required\": [\"tenant\", \"x\"]},"
                    + " \"not\": {\"required\": [\"z\"]}}"))
        .isEqualTo("{'if':{'required':['q']},'then':{'required':['x']},'not':{'required':['z']}}");
  }

  /** The server takes one of them, and the model cannot see which. */
  @Test
  void replaceOneOfByAnyOfWhenBranchesDifferInThem() {
    assertThat(
            shown(
                """
                {"oneOf": [{"properties": {"tenant": {"const": "a"}, "id": {}}, "required": ["tenant", "id"]},
                           {"properties": {"tenant": {"const": "b"}, "id": {}}, "required": ["tenant"]}]}
                """))
        .isEqualTo(
            "{'anyOf':[{'properties':{'id':{}},'required':['id']},"
                + "{'properties':{'id':{}},'required':[]}]}");
    assertThat(
            shown(
                "{\"oneOf\": [{\"required\": [\"tenant\"]}, {\"required\": [\"q\"]}],"
                    + " \"anyOf\": [{\"required\": [\"x\"]}]}"))
        .isEqualTo(
            "{'anyOf':[{'required':['x']}],'allOf':[{'anyOf':[{'required':[]},{'required':['q']}]}]}");
    assertThat(shown("{\"oneOf\": [{\"required\": [\"q\"]}]}"))
        .isEqualTo("{'oneOf':[{'required':['q']}]}");
  }

  /** They are always present, so everything that depends on them is always required. */
  @Test
  void removesFixedArgumentsFromDependentSchemas() {
    assertThat(
            shown(
                """
                {"required": ["q"], "dependentRequired": {"tenant": ["region", "q"], "q": ["tenant", "n"]},
                 "dependentSchemas": {"tenant": {"required": ["s"]}, "q": {"properties": {"tenant": {}}}},
                 "dependencies": {"tenant": ["old"]}}
                """))
        .isEqualTo(
            "{'required':['q','region','old'],'dependentRequired':{'q':['n']},"
                + "'dependentSchemas':{'q':{'properties':{}}},'allOf':[{'required':['s']}]}");
  }

  @Test
  void removesFixedArgumentsFromExamplesAndDefault() {
    assertThat(
            shown("{\"examples\": [{\"tenant\": 1, \"q\": 2}, 3], \"default\": {\"tenant\": 1}}"))
        .isEqualTo("{'examples':[{'q':2},3],'default':{}}");
  }

  @Test
  void ignoresExternalAndCircularReferences() {
    String circle =
        "{'$ref':'#/$defs/A','$defs':{'A':{'properties':{'x':{}},'allOf':[{'$ref':'#/$defs/A'},"
            + "{'$ref':'#'}]}}}";
    String elsewhere = "{'$ref':'https://example.com/schema#/$defs/A'}";
    String another = "{'$ref':'#/$defs/A','$defs':{'A':{'$id':'x','properties':{'tenant':{}}}}}";

    for (String schema : List.of(circle, elsewhere, another)) {
      assertThat(shown(schema.replace('\'', '"'))).isEqualTo(schema);
    }
  }

  /** Each definition refers to the next one twice: inlining would explode. */
  @Test
  void doNotInflateSchemaWithManyReferences() {
    StringBuilder parts = new StringBuilder("\"D40\": {\"properties\": {\"tenant\": {}}}");
    for (int i = 0; i < 40; i++) {
      String next = "{\"$ref\": \"#/$defs/D" + (i + 1) + "\"}";
      parts.append(", \"D" + i + "\": {\"allOf\": [" + next + ", " + next + "]}");
    }

    assertThat(shown("{\"$ref\": \"#/$defs/D0\", \"$defs\": {" + parts + "}}").length())
        .isLessThan(20_000);
  }

  @Test
  void returnsSameSchemaIfNotAffected() {
    Map<String, Object> schema = Json.readObject("{\"properties\": {\"q\": {\"required\": [1]}}}");

    assertThat(FixedArguments.none().with("tenant", "acme").hiddenFrom(schema)).isSameAs(schema);
  }

  @Test
  void leaveMalformedSchemaUnchanged() {
    String odd =
        "{\"properties\":[1],\"required\":\"tenant\",\"anyOf\":{\"a\":1},\"allOf\":[true]}";

    assertThat(
            Json.write(
                FixedArguments.none().with("tenant", "acme").hiddenFrom(Json.readObject(odd))))
        .isEqualTo(odd);
  }

  @Test
  void equalsComparesValuesAndToStringOmitsThem() {
    FixedArguments fixed = FixedArguments.none().with("token", "s3cr3t");

    assertThat(fixed)
        .isEqualTo(FixedArguments.none().with("token", "s3cr3t"))
        .hasSameHashCodeAs(FixedArguments.none().with("token", "s3cr3t"))
        .isNotEqualTo(FixedArguments.none().with("token", "other"))
        .hasToString("[token]");
  }

  @Test
  void hiddenArgumentsHaveNoValue() {
    FixedArguments hidden = FixedArguments.none().withHidden(List.of("locale", "trace"));
    Map<String, Object> schema =
        Json.readObject(
            """
            {"properties": {"q": {}, "locale": {}, "trace": {}}, "required": ["q", "trace"],
             "dependentRequired": {"locale": ["region"]}}""");

    FixedArguments applicable = hidden.applicableTo(schema, true);

    assertThat(hidden.requiredHidden(schema)).containsExactly("trace");
    assertThat(Json.write(applicable.hiddenFrom(schema)))
        .isEqualTo("{\"properties\":{\"q\":{},\"trace\":{}},\"required\":[\"q\",\"trace\"]}");
    Map<String, Object> written = Map.of("q", "x", "locale", "de", "trace", true);
    assertThat(applicable.addedTo(applicable.droppedFrom(written)))
        .isEqualTo(Map.of("q", "x", "trace", true));
    assertThat(hidden.with("trace", false).requiredHidden(schema)).isEmpty();
    assertThat(hidden).isNotEqualTo(FixedArguments.none());
  }

  @Test
  void fixedArgumentsOfPatternsNeedPlaceInSchema() {
    Map<String, Object> schema = Json.readObject("{\"properties\": {\"tenant\": {}}}");
    FixedArguments fixed = FixedArguments.none().with("tenant", "acme").with("limit", 10);

    assertThat(fixed.applicableTo(schema, false).addedTo(Map.of()))
        .isEqualTo(Map.of("tenant", "acme"));
    assertThat(fixed.applicableTo(schema, true).addedTo(Map.of()))
        .isEqualTo(Map.of("tenant", "acme", "limit", 10));
  }
}
