package io.mcpbridge.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.Json;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FixedArgumentsTest {

  @Test
  void standInPlaceOfWhatTheModelWrote() {
    FixedArguments fixed = FixedArguments.none().with("tenant", "acme").with("limit", 10);
    Map<String, Object> written = Json.readObject("{\"q\":\"x\",\"tenant\":\"evil\",\"limit\":99}");

    assertThat(fixed.droppedFrom(written)).isEqualTo(Map.of("q", "x"));
    assertThat(Json.write(fixed.addedTo(fixed.droppedFrom(written))))
        .isEqualTo("{\"q\":\"x\",\"tenant\":\"acme\",\"limit\":10}");
  }

  @Test
  void areAskedForByEachCall() {
    AtomicInteger calls = new AtomicInteger();
    FixedArguments fixed = FixedArguments.none().with("call", calls::incrementAndGet);

    assertThat(fixed.addedTo(Map.of())).isEqualTo(Map.of("call", 1));
    assertThat(fixed.addedTo(Map.of())).isEqualTo(Map.of("call", 2));
  }

  @Test
  void withoutAValueThereIsNoCall() {
    FixedArguments fixed = FixedArguments.none().with("tenant", () -> null);

    assertThatThrownBy(() -> fixed.addedTo(Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"tenant\"");
  }

  @Test
  void areNotShownInTheSchema() {
    String schema =
        """
        {"type": "object", "required": ["q", "tenant"], "additionalProperties": false,
         "properties": {"q": {"type": "string"}, "tenant": {"type": "string"}},
         "anyOf": [{"required": ["tenant"]}, {"properties": {"tenant": {}, "b": {}}}],
         "x-kept": {"properties": {"tenant": {}}}}
        """;

    assertThat(
            Json.write(
                FixedArguments.none().with("tenant", "acme").hiddenFrom(Json.readObject(schema))))
        .isEqualTo(
            "{\"type\":\"object\",\"required\":[\"q\"],\"additionalProperties\":false,"
                + "\"properties\":{\"q\":{\"type\":\"string\"}},"
                + "\"anyOf\":[{\"required\":[]},{\"properties\":{\"b\":{}}}],"
                + "\"x-kept\":{\"properties\":{\"tenant\":{}}}}");
  }

  @Test
  void leaveASchemaAloneThatIsOdd() {
    String odd =
        "{\"properties\":[1],\"required\":\"tenant\",\"anyOf\":{\"a\":1},\"allOf\":[true]}";

    assertThat(
            Json.write(
                FixedArguments.none().with("tenant", "acme").hiddenFrom(Json.readObject(odd))))
        .isEqualTo(odd);
  }

  @Test
  void areEqualIfTheirValuesAreAndTellNone() {
    FixedArguments fixed = FixedArguments.none().with("token", "s3cr3t");

    assertThat(fixed)
        .isEqualTo(FixedArguments.none().with("token", "s3cr3t"))
        .hasSameHashCodeAs(FixedArguments.none().with("token", "s3cr3t"))
        .isNotEqualTo(FixedArguments.none().with("token", "other"))
        .hasToString("[token]");
  }
}
