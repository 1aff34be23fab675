package io.mcpbridge.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.internal.text.UnusableJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

  private final JsonReader reader = new JsonReader(JsonLimits.defaults());

  @Test
  void readsAllTypesWithoutLosingPrecision() {
    String json =
        "{\"s\":\"\\u00e4\\ud83d\\ude00\",\"i\":9007199254740993,\"big\":123456789012345678901,"
            + "\"d\":0.10,\"t\":true,\"n\":null,\"a\":[1,[2],{}]}";

    JsonObject object = JsonObject.of(reader.read(json));

    assertThat(object.string("s")).isEqualTo("ä😀");
    assertThat(object.integer("i")).isEqualTo(9007199254740993L);
    assertThat(object.get("big")).isEqualTo(new BigInteger("123456789012345678901"));
    assertThat(object.get("d")).isEqualTo(new BigDecimal("0.10"));
    assertThat(object.bool("t")).isTrue();
    assertThat(object.has("n")).isTrue();
    assertThat(object.get("n")).isNull();
    assertThat(object.list("a")).isEqualTo(List.of(1, List.of(2), Map.of()));
  }

  @Test
  void preservesMemberOrderAndPrecisionOnRoundTrip() {
    String json =
        "{\"z\":1,\"a\":{\"y\":[true,null,\"x\"],\"b\":0.10},\"big\":123456789012345678901}";

    assertThat(JsonObject.of(reader.read(json)).toJson()).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "{", "{}{}", "{\"a\":1,\"a\":2}", "[1,]", "NaN", "{'a':1}", "nul", "01"})
  void refusesWhatIsNotExactlyOneValue(String text) {
    assertThatThrownBy(() -> reader.read(text)).isInstanceOf(JsonException.class);
  }

  @Test
  void doesNotQuoteInvalidJsonInErrorMessage() {
    assertThatThrownBy(() -> reader.read("{\"token\": s3cr3t}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("line 1")
        .hasMessageNotContaining("s3cr3t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e99999999999",
        "-1E+99999999999",
        "1.5e-99999999999",
        "1e2147483648",
        "1e-2147483648",
        "1e1000000000",
        "0e10001",
        "1e-10001"
      })
  void rejectsNumbersOutOfRange(String number) {
    for (String json : List.of(number, "{\"a\":[" + number + "]}")) {
      assertThatThrownBy(() -> reader.read(json))
          .isExactlyInstanceOf(JsonException.class)
          .hasMessageContaining("a number has a larger exponent than 10000, at line 1");
      assertThatThrownBy(() -> reader.read(new ByteArrayInputStream(bytes(json))))
          .isExactlyInstanceOf(JsonException.class);
      assertThatThrownBy(() -> JsonText.parse(json))
          .isExactlyInstanceOf(JsonException.class)
          .hasMessageContaining("a number has a larger exponent than 10000, at line 1");
    }
  }

  @Test
  void replacesOnlyUnusableValuesWithinEntriesOfLists() {
    String json =
        "{\"result\":{\"tools\":[{\"s\":{\"m\":1e10001}},{\"s\":{\"a\":1,\"a\":2}},{\"s\":1}]}}";

    List<?> tools =
        (List<?>) JsonObject.of(JsonObject.of(reader.read(json)).map("result")).get("tools");

    assertThat(UnusableJson.firstIn(tools.get(0)).reason()).contains("larger exponent than 10000");
    assertThat(UnusableJson.firstIn(tools.get(1)).reason())
        .isEqualTo("the member \"a\" is a duplicate");
    assertThat(UnusableJson.firstIn(tools.get(2))).isNull();
    assertThatThrownBy(() -> reader.read(json.replace("tools", "content")))
        .isExactlyInstanceOf(JsonException.class);
  }

  @Test
  void readsVeryLargeAndVerySmallNumbers() {
    assertThat(reader.read("1.7976931348623157e308"))
        .isEqualTo(new BigDecimal("1.7976931348623157e308"));
    assertThat(reader.read("9.99e6144")).isEqualTo(new BigDecimal("9.99e6144"));
    assertThat(reader.read("1e-10000")).isEqualTo(new BigDecimal("1e-10000"));
    assertThat(JsonObject.wholeNumber(reader.read("1e10000"))).isNull();
  }

  @Test
  void rejectsNestingThatWouldOverflowStack() {
    JsonReader deep = new JsonReader(JsonLimits.defaults().withMaxDepth(10_000_000));

    assertThatThrownBy(() -> deep.read("[".repeat(1_000_000) + "]".repeat(1_000_000)))
        .isInstanceOfSatisfying(
            JsonLimitException.class,
            e -> assertThat(e.limit()).isEqualTo("JsonLimits.withMaxDepth"));
  }

  @Test
  void rejectsNestingBeyondMaxDepth() {
    JsonReader shallow = new JsonReader(JsonLimits.defaults().withMaxDepth(10));

    assertThat(shallow.read("[".repeat(10) + "]".repeat(10))).isNotNull();
    assertThatThrownBy(() -> shallow.read("[".repeat(11) + "]".repeat(11)))
        .isInstanceOfSatisfying(
            JsonLimitException.class,
            e -> assertThat(e.limit()).isEqualTo("JsonLimits.withMaxDepth"));
  }

  @Test
  void rejectsMoreValuesThanMaxValues() {
    JsonReader small = new JsonReader(JsonLimits.defaults().withMaxValues(5));

    assertThat(small.read("{\"a\":[1,\"x\"]}")).isEqualTo(Map.of("a", List.of(1, "x")));
    assertThatThrownBy(() -> small.read("{\"a\":[1,\"x\",null]}"))
        .isInstanceOfSatisfying(
            JsonLimitException.class,
            e -> assertThat(e.limit()).isEqualTo("JsonLimits.withMaxValues"));
  }

  @Test
  void readsObjectsOfAnySizeInOrder() {
    for (int size : List.of(0, 1, 2, 8, 9, 100)) {
      Map<String, Object> expected = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        expected.put("n" + (size - i), i % 3 == 0 ? null : i);
      }
      String json = Json.write(expected);

      Map<?, ?> object = (Map<?, ?>) ((List<?>) reader.read("[" + json + "," + json + "]")).get(1);

      assertThat(object).isEqualTo(expected).hasSameHashCodeAs(expected);
      assertThat(Json.write(object)).isEqualTo(json);
      assertThat(object.containsKey("n1")).isEqualTo(size > 0);
      assertThat(object.get("none")).isNull();
      assertThat(object.get(null)).isNull();
    }
  }

  @Test
  void rejectsTooLongMessageFromArrayOrStream() {
    JsonReader small = new JsonReader(JsonLimits.defaults().withMaxMessageBytes(100));
    byte[] fits = bytes("\"" + "x".repeat(98) + "\"");
    byte[] tooLong = bytes("\"" + "x".repeat(99) + "\"");

    assertThat(small.read(fits, 0, fits.length)).isNotNull();
    assertThatThrownBy(() -> small.read(tooLong, 0, tooLong.length))
        .isInstanceOf(JsonLimitException.class);
    assertThatThrownBy(() -> small.read(new ByteArrayInputStream(tooLong)))
        .isInstanceOfSatisfying(
            JsonLimitException.class,
            e -> assertThat(e.limit()).isEqualTo("JsonLimits.withMaxMessageBytes"));
  }

  @Test
  void doesNotReportLimitForLongNumberOrName() {
    assertThatThrownBy(() -> reader.read("1".repeat(5_000)))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessageContaining("digits");
    assertThatThrownBy(() -> reader.read("{\"" + "n".repeat(70_000) + "\":1}"))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessageContaining("name");
    String longName = "n".repeat(500);
    assertThatThrownBy(() -> reader.read("{\"" + longName + "\":1,\"" + longName + "\":2}"))
        .hasMessageContaining("duplicate")
        .hasMessageNotContaining(longName);
  }

  @Test
  void consumesStreamToTheEnd() throws IOException {
    byte[] padded = bytes("{\"a\":1}\n\n");
    ByteArrayInputStream stream = new ByteArrayInputStream(padded);

    assertThat(reader.read(stream)).isEqualTo(Map.of("a", 1));
    assertThat(stream.available()).isZero();
  }

  @Test
  void returnsImmutableValues() {
    Map<String, Object> read = Json.readObject("{\"a\":{\"b\":[1]}}");

    assertThatThrownBy(() -> read.put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
    JsonObject inner = JsonObject.of(read).object("a");
    assertThatThrownBy(() -> inner.list("b").add(2))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void membersOfWrongTypeReadAsAbsent() {
    JsonObject object = JsonObject.of(reader.read("{\"s\":1,\"i\":1.5,\"one\":1.0,\"o\":null}"));

    assertThat(object.string("s")).isNull();
    assertThat(object.integer("i")).isNull();
    assertThat(object.integer("one")).isEqualTo(1);
    assertThat(object.object("o")).isNull();
    assertThat(object.list("o")).isEmpty();
    assertThat(Arrays.asList(object.map("absent"))).containsExactly(Map.of());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
