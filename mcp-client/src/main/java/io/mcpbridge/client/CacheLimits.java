package io.mcpbridge.client;

/**
 * How much of what servers say may be used again a client keeps ({@code ttlMs}, 2026-07-28,
 * caching).
 *
 * @param maxResults how many results, pages of lists and resources; setting {@code
 *     limits.max-cached-results}
 * @param maxBytes about how many bytes altogether; setting {@code limits.max-cached-bytes}
 */
public record CacheLimits(int maxResults, long maxBytes) {

  private static final CacheLimits DEFAULTS = new CacheLimits(1_000, 16L * 1024 * 1024);
  private static final CacheLimits NONE = new CacheLimits(0, 0);

  /**
   * @throws IllegalArgumentException if one is negative; the message names the setting
   */
  public CacheLimits {
    if (maxResults < 0) {
      throw new IllegalArgumentException("limits.max-cached-results is negative: " + maxResults);
    }
    if (maxBytes < 0) {
      throw new IllegalArgumentException("limits.max-cached-bytes is negative: " + maxBytes);
    }
  }

  /** A thousand results, 16 MiB. */
  public static CacheLimits defaults() {
    return DEFAULTS;
  }

  /** Nothing is kept: every question is asked. */
  public static CacheLimits none() {
    return NONE;
  }
}
