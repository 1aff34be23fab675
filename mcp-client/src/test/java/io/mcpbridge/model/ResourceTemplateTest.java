package io.mcpbridge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A template expands to the URI that its server expects: the examples of RFC 6570 for text. */
class ResourceTemplateTest {

  private static final Map<String, String> VALUES =
      Map.of(
          "var", "value",
          "hello", "Hello World!",
          "half", "50%",
          "path", "/foo/bar",
          "base", "http://example.com/home/",
          "x", "1024",
          "y", "768",
          "empty", "",
          "emoji", "\uD83D\uDE00\uD83D\uDE01");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:///plain%20text | file:///plain%20text",
        "a b | a%20b",
        "{var} | value",
        "{hello} | Hello%20World%21",
        "{half} | 50%25",
        "O{empty}X | OX",
        "O{undef}X | OX",
        "{x,y} | 1024,768",
        "?{x,empty} | ?1024,",
        "{var:3} | val",
        "{var:30} | value",
        "{emoji:1} | %F0%9F%98%80",
        "{path*} | %2Ffoo%2Fbar",
        "{+hello} | Hello%20World!",
        "{+half} | 50%25",
        "{base}index | http%3A%2F%2Fexample.com%2Fhome%2Findex",
        "{+base}index | http://example.com/home/index",
        "{+path}/here | /foo/bar/here",
        "{+path:6}/here | /foo/b/here",
        "{#path,x}/here | #/foo/bar,1024/here",
        "X{.var} | X.value",
        "X{.x,y} | X.1024.768",
        "{/var} | /value",
        "{/var,empty} | /value/",
        "{/var,x}/here | /value/1024/here",
        "{/var:1,var} | /v/value",
        "{;x,y} | ;x=1024;y=768",
        "{;x,y,empty} | ;x=1024;y=768;empty",
        "{?x,y} | ?x=1024&y=768",
        "{?x,y,empty} | ?x=1024&y=768&empty=",
        "{?undef,y} | ?y=768",
        "?fixed=yes{&x} | ?fixed=yes&x=1024",
        "{&x,y,empty} | &x=1024&y=768&empty=",
      })
  void expandsVariables(String template, String uri) {
    ResourceTemplate resources = template(template);

    assertThat(resources.expand(valuesOf(resources))).isEqualTo(uri);
  }

  @Test
  void listsVariablesAndRejectsUnknownOnes() {
    ResourceTemplate resources = template("db://{table}{/row:4}{?columns*,table}");

    assertThat(resources.variables()).containsExactly("table", "row", "columns");
    assertThatThrownBy(() -> resources.expand(Map.of("tabel", "users")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("\"tabel\"", "[table, row, columns]", "db://{table}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a{b", "a}b", "a{}", "a{b,}", "a{b c}", "a{b:0}", "a{b{c}}"})
  void rejectsMalformedTemplates(String template) {
    assertThatThrownBy(() -> template(template).expand(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(template, "RFC 6570");
  }

  private static Map<String, String> valuesOf(ResourceTemplate resources) {
    return resources.variables().stream()
        .filter(VALUES::containsKey)
        .collect(Collectors.toMap(name -> name, VALUES::get));
  }

  private static ResourceTemplate template(String uriTemplate) {
    return new ResourceTemplate(
        uriTemplate, "name", null, null, null, Annotations.none(), List.of(), Map.of());
  }
}
