package io.mcpbridge.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.jsonrpc.RequestId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopLevelIdTest {

  private static TopLevelId parse(String json) {
    TopLevelId topLevelId = new TopLevelId();
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i += 3) {
      topLevelId.feed(bytes, i, Math.min(3, bytes.length - i));
    }
    return topLevelId;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":7,\"result\":{",
        "{\"jsonrpc\":\"2.0\", \"id\" : 7 , \"result\":{\"id\":8",
        "{\"result\":{\"id\":8,\"a\":[{\"id\":9}]},\"id\":7}",
        "{\"result\":{\"a\":\"\\\"}],\\\\\"},\"id\":7}",
        "{\"a\":\"id\",\"b\":\":\",\"id\":7.0}",
        "  {\"error\":[[{}]],\"id\":7,",
      })
  void findsIdAtTopLevel(String json) {
    TopLevelId topLevelId = parse(json);

    assertThat(topLevelId.id()).isEqualTo(RequestId.of(7));
    assertThat(topLevelId.hasMethod()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[{\"id\":7}]",
        "{\"result\":{\"id\":7}}",
        "{\"id\":{\"id\":7}}",
        "{\"id\":null}",
        "{\"id\":true}",
        "{\"id\":7",
        "{\"ID\":7}",
        "\"id\":7,"
      })
  void findsNoIdElsewhere(String json) {
    assertThat(parse(json).id()).isNull();
  }

  @Test
  void preservesJsonTypeOfId() {
    assertThat(parse("{\"id\":\"7\"}").id()).isEqualTo(RequestId.of("7"));
  }

  @Test
  void detectsTopLevelMethod() {
    assertThat(parse("{\"id\":7,\"method\":\"ping\",").hasMethod()).isTrue();
    assertThat(parse("{\"result\":{\"method\":1},\"x\":\"method\"}").hasMethod()).isFalse();
  }

  @Test
  void findsIdAfterVeryLongValue() {
    TopLevelId topLevelId = new TopLevelId();
    byte[] text = ("x".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8);
    byte[] start = "{\"a\":\"".getBytes(StandardCharsets.UTF_8);
    byte[] end = "\",\"id\":7}".getBytes(StandardCharsets.UTF_8);

    topLevelId.feed(start, 0, start.length);
    for (int i = 0; i < 20; i++) {
      topLevelId.feed(text, 0, text.length);
    }
    topLevelId.feed(end, 0, end.length);

    assertThat(topLevelId.id()).isEqualTo(RequestId.of(7));
  }
}
