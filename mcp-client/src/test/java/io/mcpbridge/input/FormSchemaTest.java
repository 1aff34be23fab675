package io.mcpbridge.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.input.FormField.Kind;
import io.mcpbridge.input.FormField.Option;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.ElicitFormRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormSchemaTest {

  private static FormSchema form(String properties, String required) {
    return FormSchema.of(
        new ElicitFormRequest(
            "?",
            Json.readObject(
                "{\"type\": \"object\", \"properties\": {"
                    + properties
                    + "}, \"required\": ["
                    + required
                    + "]}"),
            Map.of()));
  }

  private static FormSchema field(String schema) {
    return form("\"it\": " + schema.replace('\'', '"'), "");
  }

  @Test
  void fillsInDefaultsOfAllTypes() {
    FormSchema form =
        form(
            "\"name\": {\"type\": \"string\", \"default\": \"John\"},\"age\": {\"type\":"
                + " \"integer\", \"default\": 30},\"score\": {\"type\": \"number\", \"default\":"
                + " 95.5},\"status\": {\"type\": \"string\", \"enum\": [\"a\", \"b\"], \"default\":"
                + " \"b\"},\"verified\": {\"type\": \"boolean\", \"default\": true},\"free\":"
                + " {\"type\": \"string\"}",
            "\"name\"");

    Map<String, Object> content = form.withDefaults(Map.of("age", 31));

    assertThat(Json.write(content))
        .isEqualTo(
            "{\"name\":\"John\",\"age\":31,\"score\":95.5,\"status\":\"b\",\"verified\":true}");
    assertThat(form.problems(content)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'string'} | 1 | it must be a string",
        "{'type':'string','minLength':3} | \"ab\" | it: its length must be at least 3",
        "{'type':'string','maxLength':1} | \"ab\" | it: its length must be at most 1",
        "{'type':'string','pattern':'^a$'} | \"b\" | it must match ^a$",
        "{'type':'string','enum':['a']} | \"b\" | it must be one of the options",
        "{'type':'string','oneOf':[{'const':'a','title':'A'}]} | \"A\" | it must be one of the"
            + " options",
        "{'type':'integer'} | 1.5 | it must be a whole number",
        "{'type':'integer'} | \"1\" | it must be a whole number",
        "{'type':'number'} | \"1\" | it must be a number",
        "{'type':'number','minimum':2} | 1 | it: it must be at least 2",
        "{'type':'number','maximum':2} | 3 | it: it must be at most 2",
        "{'type':'boolean'} | \"true\" | it must be true or false",
        "{'type':'array','items':{'enum':['a']}} | [\"b\"] | it must contain only its options",
        "{'type':'array','items':{'enum':['a']},'minItems':1} | [] | it: the number of choices must"
            + " be at least 1",
        "{'type':'array','items':{'anyOf':[{'const':'a'}]},'maxItems':1} | [\"a\",\"a\"] | it: the"
            + " number of choices must be at most 1",
        "{'type':'array','items':{'enum':['a']}} | \"a\" | it must be a list of strings",
        "{'type':'number','minimum':1e9999} | 5 | it: it must be at least 1E+9999",
        "{'type':'number','maximum':-1e9999} | 5 | it: it must be at most -1E+9999",
        "{'type':'string','pattern':'^(\\\\d{1,3}[.]){3}\\\\d{1,3}$'} | \"1.2.3\" | it must match"
            + " ^(\\d{1,3}[.]){3}\\d{1,3}$"
      })
  void describesEachProblemInOneSentence(String schema, String value, String problem) {
    assertThat(field(schema).problems(Json.readObject("{\"it\": " + value + "}")))
        .containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'string','minLength':1,'maxLength':1} | \"\uD83D\uDE00\"",
        "{'type':'integer','minimum':1,'maximum':1} | 1.0",
        "{'type':'number'} | 12345678901234567890.5",
        "{'type':'string','pattern':'('} | \"any\"",
        "{'type':'array','items':{'anyOf':[{'const':'a'},{'const':'b'}]}} | [\"b\",\"a\"]",
        "{'type':'boolean'} | false"
      })
  void acceptsValidValues(String schema, String value) {
    assertThat(field(schema).problems(Json.readObject("{\"it\": " + value + "}"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(.*a){15}b",
        "(.*a){12}b",
        "((a+)+)\\2b",
        "a*a*a*a*a*a*a*a*a*b",
        "(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(?=b)",
        "(((){9999}){9999}){9999}(?=b)",
        "((?x) () {9999}) {9999}(?=b)",
        "^{2000000000}^{2000000000}^{2000000000}^{2000000000}(?=b)"
      })
  void acceptsValueIfPatternTakesTooLong(String pattern) {
    FormSchema form = field("{'type': 'string', 'pattern': " + Json.write(pattern) + "}");
    Map<String, Object> content = Map.of("it", "a".repeat(60));

    assertThat(form.problems(content)).isEmpty();
  }

  @Test
  void reportsMissingNullAndUnknownFields() {
    FormSchema form = form("\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"string\"}", "\"a\"");

    assertThat(form.problems(Json.readObject("{\"b\": null, \"c\": 1}")))
        .containsExactly(
            "a is missing", "b must be omitted rather than null", "c is not a field of the form");
  }

  @Test
  void readsOptionTitlesFromEnumNamesOneOfAndAnyOf() {
    FormSchema form =
        form(
            "\"old\": {\"type\": \"string\", \"enum\": [\"a\", \"b\"], \"enumNames\":"
                + " [\"A\"]},\"one\": {\"type\": \"string\", \"oneOf\": [{\"const\": \"a\","
                + " \"title\": \"A\"}]},\"many\": {\"type\": \"array\", \"items\": {\"anyOf\":"
                + " [{\"const\": \"a\"}]}}",
            "");

    assertThat(form.fields())
        .extracting(FormField::kind)
        .containsExactly(Kind.STRING, Kind.STRING, Kind.STRINGS);
    assertThat(form.fields().get(0).options())
        .containsExactly(new Option("a", "A"), new Option("b", "b"));
    assertThat(form.fields().get(1).options()).containsExactly(new Option("a", "A"));
    assertThat(form.fields().get(2).options()).containsExactly(new Option("a", "a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','properties':{}}",
        "{'type':'array','items':{'type':'object'}}",
        "{'type':['string','null']}",
        "{'$ref':'#/x'}",
        "true"
      })
  void rejectsUnsupportedFields(String schema) {
    assertThatThrownBy(() -> field(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the field it is not supported");
  }
}
