package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long a result may be used again, and for whom (2026-07-28, caching). Revisions before that
 * say nothing of it, so nothing is used again.
 *
 * @param time from its arrival; zero for not at all
 * @param isPublic whether it is the same for everybody, not only for who asked
 * @param weight about how many bytes it takes to keep; zero if it is not to be kept
 */
public record Freshness(Duration time, boolean isPublic, long weight) {

  /** However long a server says: a day at most. */
  static final Duration LONGEST = Duration.ofHours(24);

  /** Not to be used again. */
  public static final Freshness NONE = new Freshness(Duration.ZERO, false, 0);

  private static final int WEIGHT_OF_A_VALUE = 48;

  /** What a result says; what is missing or makes no sense is taken for zero, and for private. */
  static Freshness of(JsonObject result) {
    Number ttl = result.number("ttlMs");
    double millis = ttl == null ? 0 : Math.min(ttl.doubleValue(), LONGEST.toMillis());
    return millis < 1
        ? NONE
        : new Freshness(
            Duration.ofMillis((long) millis),
            "public".equals(result.string("cacheScope")),
            weight(result.toMap()));
  }

  private static long weight(@Nullable Object json) {
    long weight = WEIGHT_OF_A_VALUE;
    if (json instanceof String text) {
      weight += 2L * text.length();
    } else if (json instanceof List<?> list) {
      for (Object element : list) {
        weight += weight(element);
      }
    } else if (json instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        weight += weight(member.getKey()) + weight(member.getValue());
      }
    }
    return weight;
  }
}
