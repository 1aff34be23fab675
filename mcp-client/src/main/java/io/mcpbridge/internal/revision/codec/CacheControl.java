package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cache lifetime and scope of a result (2026-07-28, caching). Results of earlier revisions are
 * not cacheable.
 *
 * @param time from the arrival of the result; zero if not cacheable
 * @param isPublic whether the result is the same for all users
 * @param weight approximate size in bytes; zero if not cacheable
 */
public record CacheControl(Duration time, boolean isPublic, long weight) {

  /** Upper limit of the server's lifetimes. */
  static final Duration MAX_TTL = Duration.ofHours(24);

  /** Not cacheable. */
  public static final CacheControl NONE = new CacheControl(Duration.ZERO, false, 0);

  private static final int VALUE_OVERHEAD = 48;

  /** Reads a result's lifetime and scope; missing or malformed values count as zero and private. */
  public static CacheControl of(JsonObject result) {
    Number ttl = result.number("ttlMs");
    double millis = ttl == null ? 0 : Math.min(ttl.doubleValue(), MAX_TTL.toMillis());
    return millis < 1
        ? NONE
        : new CacheControl(
            Duration.ofMillis((long) millis),
            "public".equals(result.string("cacheScope")),
            weight(result.toMap()));
  }

  private static long weight(@Nullable Object json) {
    long weight = VALUE_OVERHEAD;
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
