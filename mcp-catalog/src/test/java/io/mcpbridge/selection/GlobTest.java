package io.mcpbridge.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "read, read",
    "*, read",
    "*, ''",
    "**, read",
    "read*, read",
    "read*, read_file",
    "*file, read_file",
    "*_*_*, a_b_c",
    "r?ad, read",
    "????, read",
    "*a*b*c, xxaxxabbxc",
    "?, 😀",
    "*?b, 😀b",
    "a.b, a.b",
    "über*, überall",
    "get_*_by_?d, get_user_by_id",
    "a?c, a*c"
  })
  void matches(String pattern, String name) {
    assertThat(new Glob(pattern).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "read, reader",
    "read, Read",
    "read*, rea",
    "*file, read_files",
    "r?ad, rad",
    "??, 😀",
    "*??b, 😀b",
    "a.b, axb",
    "*_*_*, a_b",
    "[ab]*, a",
    "?, ''",
    "read, ''"
  })
  void doesNotMatch(String pattern, String name) {
    assertThat(new Glob(pattern).matches(name)).isFalse();
  }

  /** Input for which a backtracking matcher needs exponential time. */
  @Test
  void matchesManyWildcardsWithoutBacktracking() {
    assertThat(new Glob("*a".repeat(100) + "b").matches("a".repeat(10_000))).isFalse();
  }

  @Test
  void rejectsEmptyPattern() {
    assertThatThrownBy(() -> new Glob("")).isInstanceOf(IllegalArgumentException.class);
  }
}
