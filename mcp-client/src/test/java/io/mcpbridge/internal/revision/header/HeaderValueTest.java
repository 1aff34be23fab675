package io.mcpbridge.internal.revision.header;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderValueTest {

  /**
   * The vectors of the specification (2026-07-28, Streamable HTTP, value encoding), and cases it
   * omits.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      emptyValue = "",
      value = {
        "us-west1|us-west1",
        "a b|a b",
        "Hello, 世界|=?base64?SGVsbG8sIOS4lueVjA==?=",
        "' padded '|=?base64?IHBhZGRlZCA=?=",
        "=?base64?literal?=|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
        "a\tb|=?base64?YQli?=",
        "''|=?base64??="
      })
  void encodesUnsafeValues(String text, String header) {
    assertThat(HeaderValue.encode(text.replace("'", ""))).isEqualTo(header);
  }

  @Test
  void encodesLineBreaks() {
    assertThat(HeaderValue.encode("line1\nline2")).isEqualTo("=?base64?bGluZTEKbGluZTI=?=");
  }
}
