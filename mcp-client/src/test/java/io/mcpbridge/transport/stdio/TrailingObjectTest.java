package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrailingObjectTest {

  private static int start(String line) {
    byte[] bytes = ("##" + line).getBytes(StandardCharsets.UTF_8);
    return TrailingObject.start(bytes, 2, bytes.length - 2) - 2;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | 0",
        "{\"a\":\"{}\"{} | 9",
        "{\"a\":\"x{\"b\":[1,{\"c\":\"]}\\\\\"}]} | 7",
        "text {\"a\":\"\\\"{\"} | 5",
      })
  void beginsWithTheBraceThatTheLastOneCloses(String line, int start) {
    assertThat(start(line)).isEqualTo(start);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "}", "{]}", "{\"a\":1", "[{}]"})
  void findsNoObject(String line) {
    assertThat(start(line)).isEqualTo(line.length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "\"", "\\", "\\\"", "}", "\\\\\"{"})
  void findsStartInLinearTime(String repeated) {
    String line = repeated.repeat(4_000_000) + "}";

    assertThat(start(line)).isBetween(0, line.length());
  }

  @Test
  void detectsPossiblyNestedObject() {
    byte[] line = "{\"a\": {\"b\":1}".getBytes(StandardCharsets.UTF_8);

    assertThat(TrailingObject.mayBeNested(line, 0, 6)).isTrue();
    assertThat(TrailingObject.mayBeNested(line, 0, 4)).isFalse();
    assertThat(TrailingObject.mayBeNested(line, 0, 0)).isFalse();
  }
}
