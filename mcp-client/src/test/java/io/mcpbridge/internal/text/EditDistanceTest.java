package io.mcpbridge.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EditDistanceTest {

  @Test
  void countsInsertionsDeletionsAndSubstitutions() {
    assertThat(EditDistance.of("", "abc")).isEqualTo(3);
    assertThat(EditDistance.of("abc", "")).isEqualTo(3);
    assertThat(EditDistance.of("read_file", "read_files")).isEqualTo(1);
    assertThat(EditDistance.of("kitten", "sitting")).isEqualTo(3);
    assertThat(EditDistance.of("same", "same")).isZero();
  }

  @Test
  void countsATranspositionOnce() {
    assertThat(EditDistance.of("raed", "read")).isEqualTo(1);
    assertThat(EditDistance.of("ba", "ab")).isEqualTo(1);
  }

  @Test
  void returnsBoundPlusOneIfDistanceExceedsBound() {
    assertThat(EditDistance.bounded(2, "kitten", "sitting")).isEqualTo(3);
    assertThat(EditDistance.bounded(3, "kitten", "sitting")).isEqualTo(3);
    assertThat(EditDistance.bounded(1, "abcdefgh", "hgfedcba")).isEqualTo(2);
    assertThat(EditDistance.bounded(1, "a", "abcdef")).isEqualTo(2);
    assertThat(EditDistance.bounded(1, "abdc", "abcd")).isEqualTo(1);
    assertThat(EditDistance.bounded(0, "abc", "abc")).isZero();
    assertThat(EditDistance.bounded(-1, "abc", "abc")).isZero();
  }

  @Test
  void computesDistanceToGlob() {
    assertThat(EditDistance.ofGlob("read_*", "read_file")).isZero();
    assertThat(EditDistance.ofGlob("raed_*", "read_file")).isEqualTo(1);
    assertThat(EditDistance.ofGlob("read_????", "read_file")).isZero();
    assertThat(EditDistance.ofGlob("read_?", "read_file")).isEqualTo(3);
    assertThat(EditDistance.of("read_*", "read_file")).isEqualTo(4);
  }
}
