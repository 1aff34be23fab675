package io.mcpbridge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogMessageTest {

  private static String shown(String logger, Object data) {
    return new LogMessage(LoggingLevel.ERROR, logger, data, Map.of()).toString();
  }

  @Test
  void escapesLineBreaksAndControlCharacters() {
    assertThat(
            shown(
                "a\nb",
                "x\r\n2025 INFO forged\u001b[31m \u202e\u2028 \u0085 \udb40\udc41 \ud83d\ude00 \u00e9"))
        .isEqualTo(
            "[error] a\\u000ab: x\\u000d\\u000a2025 INFO forged\\u001b[31m \\u202e\\u2028 \\u0085"
                + " \\u{e0041}"
                + " \ud83d\ude00 \u00e9");
  }

  @Test
  void truncatesLongServerMessage() {
    assertThat(shown(null, "x".repeat(100_000))).hasSizeLessThan(2_001).endsWith("x...");
    assertThat(shown("\n".repeat(100_000), "")).hasSizeLessThan(2_001);
  }

  @Test
  void formatsAnyJsonData() {
    assertThat(shown(null, null)).isEqualTo("[error] null");
    assertThat(shown("", List.of(1, "a"))).isEqualTo("[error] [1,\"a\"]");
    assertThat(shown("db", Map.of("host", "here"))).isEqualTo("[error] db: {\"host\":\"here\"}");
  }

  @Test
  void parsesLevelNamesOfSpecification() {
    assertThat(LoggingLevel.of("emergency")).isEqualTo(LoggingLevel.EMERGENCY);
    assertThat(LoggingLevel.of("Emergency")).isNull();
    assertThat(LoggingLevel.of(null)).isNull();
  }
}
