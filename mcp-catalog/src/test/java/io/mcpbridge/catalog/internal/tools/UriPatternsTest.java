package io.mcpbridge.catalog.internal.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pattern allows exactly what it states, without a bypass. */
class UriPatternsTest {

  @ParameterizedTest
  @CsvSource({
    "*, x:anything/../at all, true",
    "file:///data/*, file:///data/a, true",
    "file:///data/*, file:///data/, true",
    "file:///data/*, file:///data, false",
    "file:///data/*, file:///data/../etc/passwd, false",
    "file:///data/*, file:///data/%2E%2e/etc/passwd, false",
    "file:///data/*, file:///data/a%2f..%2F..%2fetc, false",
    "file:///data/*, file:///data/..\\etc, false",
    "file:///data/*, file:///data/a/.., false",
    "file:///data/*, file:///data/..a/b.., true",
    "db://*/rows/*?limit=*, db://t/rows/7?limit=5, true",
    "db://*/rows/*?limit=*, db://t/cells/7?limit=5, false",
    "a*b*b, aXbYb, true",
    "a*b, ab, true",
    "ab*bc, abc, false",
    "exact:uri, exact:uri, true",
    "exact:uri, exact:uri2, false"
  })
  void matchWholeUris(String pattern, String uri, boolean allowed) {
    assertThat(new UriPatterns(List.of(pattern)).match(uri)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t", "\n", "\r", " ", "\u0000", "\u007f"})
  void ignoredCharactersDoNotHideParentPath(String character) {
    String uri = "file:///data/." + character + "./etc/passwd";

    assertThat(new UriPatterns(List.of("file:///data/*")).match(uri)).isFalse();
    assertThat(new UriPatterns(List.of("*")).match(uri)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "*, x:{y}, true",
    "file:///data/*, file:///data/{name}, true",
    "file:///data/*, file:///{+path}, true",
    "file:///data/*, {+uri}, true",
    "file:///data/a/b, file:///data/{name}/b, true",
    "file:///data/*, file:///etc/{name}, false",
    "file:///data/*, file:///dat{name}, true",
    "file:///data/*, file:///data/all, true",
    "file:///data/*, file:///data/../all, false",
    "file:///data/*, file:///etc/all, false"
  })
  void aTemplateMayBeginAsOneOfThemDoes(String pattern, String template, boolean possible) {
    assertThat(new UriPatterns(List.of(pattern)).mayMatchOneOf(template)).isEqualTo(possible);
  }

  @Test
  void matchesIfAnyPatternMatches() {
    assertThat(new UriPatterns(List.of("a:*", "b:c")).match("b:c")).isTrue();
    assertThat(new UriPatterns(List.of()).match("b:c")).isFalse();
  }
}
