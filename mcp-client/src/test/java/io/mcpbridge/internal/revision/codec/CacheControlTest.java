package io.mcpbridge.internal.revision.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheControlTest {

  private static CacheControl of(String json) {
    return CacheControl.of(JsonObject.of(Json.readObject(json)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, PT0.001S",
    "1500.9, PT1.5S",
    "300000, PT5M",
    "86400001, PT24H",
    "99999999999999999999999999, PT24H",
    "1e300, PT24H"
  })
  void timesAreClampedToADay(String ttl, Duration time) {
    assertThat(of("{\"ttlMs\": " + ttl + "}").time()).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "-1e300", "0.5", "null", "\"60000\"", "true", "[60000]"})
  void treatsInvalidTtlAsNone(String ttl) {
    assertThat(of("{\"ttlMs\": " + ttl + ", \"cacheScope\": \"public\"}"))
        .isEqualTo(CacheControl.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"cacheScope\": \"private\"", ", \"cacheScope\": \"PUBLIC\""})
  void treatsOtherScopesAsPrivate(String scope) {
    assertThat(of("{\"ttlMs\": 9" + scope + "}").isPublic()).isFalse();
    assertThat(of("{\"ttlMs\": 9, \"cacheScope\": \"public\"}").isPublic()).isTrue();
  }

  @Test
  void largeResultsWeighMore() {
    assertThat(of("{\"ttlMs\": 9, \"a\": [\"" + "x".repeat(1_000) + "\"]}").weight())
        .isBetween(2_000L, 3_000L);
    assertThat(of("{}")).isEqualTo(CacheControl.NONE);
  }
}
