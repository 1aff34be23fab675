package io.mcpbridge.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void writesAllTypesInMemberOrder() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("s", "ä😀\"\\\n");
    value.put("i", 1);
    value.put("l", 9007199254740993L);
    value.put("big", new BigInteger("123456789012345678901"));
    value.put("d", 0.5);
    value.put("decimal", new BigDecimal("0.10"));
    value.put("t", true);
    value.put("n", null);
    value.put("a", Arrays.asList(1, null, List.of(), Map.of()));

    String json = Json.write(value);

    assertThat(json)
        .isEqualTo(
            "{\"s\":\"ä😀\\\"\\\\\\n\",\"i\":1,\"l\":9007199254740993,"
                + "\"big\":123456789012345678901,\"d\":0.5,\"decimal\":0.10,\"t\":true,\"n\":null,"
                + "\"a\":[1,null,[],{}]}");
    assertThat(Json.read(new String(Json.writeBytes(value), StandardCharsets.UTF_8)))
        .isEqualTo(Json.read(json));
  }

  @Test
  void writesLongTextInFullOnOneLine() {
    String text = "line\n".repeat(5_000);

    byte[] json = Json.writeBytes(Map.of("text", text));

    assertThat(new String(json, StandardCharsets.UTF_8)).doesNotContain("\n");
    assertThat(Json.readObject(new String(json, StandardCharsets.UTF_8)))
        .containsEntry("text", text);
  }

  /** A lone surrogate is not valid UTF-8, but JSON can escape it. */
  @Test
  void escapesLoneSurrogate() {
    byte[] json = Json.writeBytes("a\ud800");

    assertThat(new String(json, StandardCharsets.US_ASCII)).isEqualToIgnoringCase("\"a\\ud800\"");
  }

  @Test
  void writesOtherTypesWithDataBinding() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("array", new int[] {1, 2});
    value.put("enum", TimeUnit.DAYS);
    value.put("character", 'x');
    value.put("short", (short) 3);

    assertThat(Json.write(value))
        .isEqualTo("{\"array\":[1,2],\"enum\":\"DAYS\",\"character\":\"x\",\"short\":3}");
    assertThat(Json.write(Path.of("a"))).startsWith("\"file:");
  }

  @Test
  void namesMissingJacksonModule() {
    record Booking(LocalDate day) {}

    assertThatThrownBy(() -> Json.toObject(new Booking(LocalDate.EPOCH)))
        .isInstanceOf(JsonException.class)
        .hasNoCause()
        .hasMessageContainingAll(
            "Booking cannot be written as a JSON object at day",
            "java.time.LocalDate",
            "jackson-datatype-jsr310");
    assertThatThrownBy(() -> Json.convert(Map.of("day", "2026-03-01"), Booking.class))
        .isInstanceOf(JsonException.class)
        .hasNoCause()
        .hasMessageContainingAll(
            "Booking at day", "java.time.LocalDate", "jackson-datatype-jsr310");
    assertThatThrownBy(() -> Json.write(Map.of("day", LocalDate.EPOCH)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("jackson-datatype-jsr310");
  }

  /** Jackson quotes the value, which may be a secret. */
  @Test
  void mismatchDoesNotQuoteValue() {
    record Forecast(int degrees) {}
    class Pair {
      Pair(String first, String second) {}
    }
    record Owner(Pair names) {}
    enum Secret {
      S3CRET
    }

    assertThatThrownBy(() -> Json.convert(Map.of("names", "s3cret"), Owner.class))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("Owner; Jackson cannot convert")
        .hasMessageNotContaining("s3cret")
        .hasNoCause();
    assertThatThrownBy(() -> Json.toObject(Secret.S3CRET))
        .isInstanceOf(JsonException.class)
        .hasMessageNotContaining("S3CRET")
        .hasNoCause();

    assertThatThrownBy(() -> Json.convert(Map.of("degrees", "s3cret"), Forecast.class))
        .isInstanceOf(JsonException.class)
        .hasNoCause();
  }

  @Test
  void rejectsUnserializableValues() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    Map<Object, Object> nameless = new HashMap<>(Collections.singletonMap(null, 1));

    assertThatThrownBy(() -> Json.write(endless)).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.writeBytes(nameless)).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.write(new Object())).isInstanceOf(JsonException.class);
  }

  private record Times(Instant at, Duration lasted) {}

  @Test
  void writesTimesWithoutModule() {
    Times times = new Times(Instant.ofEpochSecond(60), Duration.ofSeconds(90));

    assertThat(Json.write(times))
        .isEqualTo("{\"at\":\"1970-01-01T00:01:00Z\",\"lasted\":\"PT1M30S\"}");
    assertThat(Json.toObject(times)).containsEntry("at", "1970-01-01T00:01:00Z");
  }
}
