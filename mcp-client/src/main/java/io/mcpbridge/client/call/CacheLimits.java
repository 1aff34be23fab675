package io.mcpbridge.client.call;

/**
 * Limits of a client's cache of results ({@code ttlMs}, 2026-07-28, caching).
 *
 * @param maxResults number of results, where each page of a list and each resource counts
 * @param maxBytes approximate total size in bytes
 */
public record CacheLimits(int maxResults, long maxBytes) {

  private static final CacheLimits DEFAULTS = new CacheLimits(1_000, 16L * 1024 * 1024);
  private static final CacheLimits NONE = new CacheLimits(0, 0);

  /**
   * @throws IllegalArgumentException if a limit is negative; the message names the property
   */
  public CacheLimits {
    if (maxResults < 0) {
      throw new IllegalArgumentException("CacheLimits.maxResults is negative: " + maxResults);
    }
    if (maxBytes < 0) {
      throw new IllegalArgumentException("CacheLimits.maxBytes is negative: " + maxBytes);
    }
  }

  /** 1,000 results, 16 MiB. */
  public static CacheLimits defaults() {
    return DEFAULTS;
  }

  /** Disables the cache. */
  public static CacheLimits none() {
    return NONE;
  }
}
