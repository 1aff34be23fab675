package io.mcpbridge.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Configuration files: parsed with comments, edited without touching anything else. */
class JsonTextTest {

  private static final String COMMENTED =
      """
      {
        // all of them
        "servers": {
          "one": { "command": "a" }, // the first
          /* the second */
          "two": {
            "command": "b",
            "args": ["x", "y"], // two
          },
        },
      }
      """;

  private final JsonText commented = JsonText.parse(COMMENTED);

  @Test
  void readsCommentsAndTrailingCommas() {
    assertThat(commented.value())
        .isEqualTo(
            Map.of(
                "servers",
                Map.of(
                    "one",
                    Map.of("command", "a"),
                    "two",
                    Map.of("command", "b", "args", List.of("x", "y")))));
  }

  @Test
  void reportsLineOfEachMember() {
    assertThat(commented.line(List.of("servers", "one"))).isEqualTo(4);
    assertThat(commented.line(List.of("servers", "two", "args"))).isEqualTo(8);
    assertThat(commented.line(List.of("servers", "two", "absent", "deeper"))).isEqualTo(6);
  }

  @Test
  void replacesValueAndKeepsRestOfText() {
    assertThat(commented.with(List.of("servers", "two", "command"), "c").text())
        .isEqualTo(COMMENTED.replace("\"b\"", "\"c\""));
    assertThat(commented.with(List.of("servers", "two", "args"), List.of(1, true)).text())
        .isEqualTo(COMMENTED.replace("[\"x\", \"y\"]", "[1, true]"));
  }

  @Test
  void addsMemberAfterLastMember() {
    assertThat(commented.with(List.of("servers", "two", "disabled"), true).text())
        .isEqualTo(COMMENTED.replace("// two\n", "// two\n      \"disabled\": true,\n"));
    assertThat(commented.with(List.of("servers", "one", "disabled"), true).text())
        .isEqualTo(COMMENTED.replace("\"a\" }", "\"a\", \"disabled\": true }"));
  }

  @Test
  void addsObjectWithIndentationOfFile() {
    String tabs = "{\r\n\t\"servers\": {\r\n\t\t\"one\": 1 // why\r\n\t}\r\n}\r\n";

    assertThat(
            JsonText.parse(tabs)
                .with(List.of("servers", "two"), Map.of("args", List.of("x", "y")))
                .text())
        .isEqualTo(
            "{\r\n\t\"servers\": {\r\n\t\t\"one\": 1, // why\r\n\t\t\"two\": {\r\n\t\t\t\"args\":"
                + " [\"x\", \"y\"]\r\n\t\t}\r\n\t}\r\n}\r\n");
  }

  @Test
  void createsMissingParentObjects() {
    assertThat(JsonText.parse("{}\n").with(List.of("servers", "one", "url"), "http://x").text())
        .isEqualTo(
            """
            {
              "servers": {
                "one": {
                  "url": "http://x"
                }
              }
            }
            """);
  }

  @Test
  void removesMemberWithCommaAndLine() {
    assertThat(commented.without(List.of("servers", "two", "args")).text())
        .isEqualTo(COMMENTED.replace("      \"args\": [\"x\", \"y\"], // two\n", "      // two\n"));
    assertThat(commented.without(List.of("servers", "two", "command")).text())
        .isEqualTo(COMMENTED.replace("      \"command\": \"b\",\n", ""));
    assertThat(JsonText.parse("{\n  \"a\": 1,\n  \"b\": 2\n}").without(List.of("b")).text())
        .isEqualTo("{\n  \"a\": 1\n}");
    assertThat(JsonText.parse("{ \"a\": 1, \"b\": 2, \"c\": 3 }").without(List.of("b")).text())
        .isEqualTo("{ \"a\": 1, \"c\": 3 }");
    assertThat(JsonText.parse("{ \"a\": 1, \"b\": 2 }").without(List.of("b")).text())
        .isEqualTo("{ \"a\": 1 }");
    assertThat(JsonText.parse("{\"a\":1,\"b\":2}").without(List.of("b")).text())
        .isEqualTo("{\"a\":1}");
    assertThat(JsonText.parse("{\"a\":1,\"b\":2}").without(List.of("a")).text())
        .isEqualTo("{\"b\":2}");
    assertThat(commented.without(List.of("servers", "three")).text()).isEqualTo(COMMENTED);
  }

  @Test
  void findsPositionsInLongTextWithByteOrderMark() {
    StringBuilder text = new StringBuilder("\uFEFF{\n");
    for (int i = 0; i < 5000; i++) {
      text.append("  \"member").append(i).append("\": {\"number\": -1.5e3, \"é\": \"ä\\n\"},\n");
    }
    text.append("  \"last\": 12\n}\n");
    JsonText json = JsonText.parse(text.toString());

    assertThat(json.line(List.of("member4321", "é"))).isEqualTo(4323);
    assertThat(json.with(List.of("last"), 13).text())
        .isEqualTo(text.toString().replace("\"last\": 12", "\"last\": 13"));
    assertThat(json.with(List.of("member4999", "number"), 0).text())
        .isEqualTo(
            text.toString()
                .replace("\"member4999\": {\"number\": -1.5e3", "\"member4999\": {\"number\": 0"));
    assertThat(json.with(List.of("member3000", "é"), "").text())
        .isEqualTo(
            text.toString()
                .replace(
                    "\"member3000\": {\"number\": -1.5e3, \"é\": \"ä\\n\"",
                    "\"member3000\": {\"number\": -1.5e3, \"é\": \"\""));
  }

  @Test
  void readsLastOfDuplicateMembersAndRejectsEdit() {
    JsonText json = JsonText.parse("{\"a\": {\"x\": 1},\n \"a\": {\"x\": 2}}");

    assertThat(json.value()).isEqualTo(Map.of("a", Map.of("x", 2)));
    assertThat(json.doubles()).containsExactly(List.of("a"));
    assertThat(json.line(List.of("a"))).isEqualTo(2);
    assertThatThrownBy(() -> json.with(List.of("a", "x"), 3))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("\"a\" is a duplicate");
  }

  @Test
  void reportsLineOfSyntaxError() {
    assertThatThrownBy(() -> JsonText.parse("{\n  \"a\": secret\n}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("line 2")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> JsonText.parse("  ")).hasMessageContaining("no JSON");
    assertThatThrownBy(() -> JsonText.parse("{} {}")).hasMessageContaining("line 1");
  }
}
