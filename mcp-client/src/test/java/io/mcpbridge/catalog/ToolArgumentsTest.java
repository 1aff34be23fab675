package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  ", "{}", "null"})
  void nothingAtAllIsAnEmptyObject(String json) {
    assertThat(ToolArguments.parse(json)).isEmpty();
  }

  @Test
  void anObjectInAStringIsMeantAsAnObject() {
    assertThat(ToolArguments.parse("\"{\\\"a\\\": 1}\"")).isEqualTo(Map.of("a", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1]", "5", "\"text\"", "{\"a\":1} trailing"})
  void anythingElseIsRefused(String json) {
    assertThatThrownBy(() -> ToolArguments.parse(json)).isInstanceOf(JsonException.class);
  }
}
