package io.mcpbridge.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001B[31mred\u001B[0m",
        "\u001B[38;5;196mr\u001B[2Jed",
        "\u009B31mred",
        "\u001B]0;a title\u0007red",
        "\u001B]8;;https://example.com\u001B\\red\u001B]8;;\u001B\\",
        "\u001BP1$r0m\u001B\\red",
        "\u001B(Bred\u001Bc",
        "\u001B]red", // unterminated: the text is kept
        "red\u001B[12",
        "red\u001B"
      })
  void terminalSequencesAreRemoved(String text) {
    assertThat(DisplayText.plain(text)).isEqualTo("red");
    assertThat(DisplayText.line(text, 100)).isEqualTo("red");
  }

  @Test
  void removalDoesNotFormNewEscapeSequence() {
    assertThat(DisplayText.plain("\u001B\u001B[1m[31mred")).doesNotContain("\u001B");
    assertThat(DisplayText.plain("\u001B[\u001B[1m31mred")).doesNotContain("\u001B");
  }

  @Test
  void lineReplacesLineBreaksAndInvisibleCharacters() {
    assertThat(DisplayText.line(" no\r\nsuch \u2028 file\u0085:\ta\u202Eb ", 100))
        .isEqualTo("no such file : a?b");
    assertThat(DisplayText.plain("one\n\ttwo\u200B")).isEqualTo("one\n\ttwo");
  }

  @Test
  void doesNotSplitSurrogatePairs() {
    assertThat(DisplayText.line("😀😀😀", 2)).isEqualTo("😀😀...");
    assertThat(DisplayText.line("😀😀", 2)).isEqualTo("😀😀");
    assertThat(DisplayText.line("a" + " ".repeat(1_000), 10)).isEqualTo("a...");
  }

  @Test
  void escapesInvisibleAndControlCharacters() {
    assertThat(DisplayText.escapedLine("a\u200b\n\tb\u001b[0m", 100))
        .isEqualTo("a\\u200b\\n\\tb\\u001b[0m");
    assertThat(DisplayText.escapedLine("😀😀😀", 2)).isEqualTo("😀😀...");
    assertThat(DisplayText.escapedLine("😀😀", 2)).isEqualTo("😀😀");
    assertThat(DisplayText.escapedLine("\u200b\u200b", 6)).isEqualTo("\\u200b...");
  }

  @Test
  void removesManyUnclosedSequencesQuickly() {
    String openings = "\u001B]\u009D\u001B[0".repeat(500_000);

    assertThat(DisplayText.plain(openings)).isEmpty();
  }
}
