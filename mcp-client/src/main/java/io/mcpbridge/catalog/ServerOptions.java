package io.mcpbridge.catalog;

import io.mcpbridge.client.CacheLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one server of a catalogue is treated.
 *
 * @param timeout the most one tool call may take, default 60 seconds; setting {@code timeout}
 * @param connectTimeout the most that connecting and greeting may take, default 30 seconds; setting
 *     {@code connect-timeout}
 * @param listTimeout the most that one page of tools may take, default 30 seconds; setting {@code
 *     list-timeout}
 * @param maxPages how many pages a list of tools may have, default 64; setting {@code
 *     limits.max-pages}
 * @param cacheLimits how much to keep of what the server says may be used again, default a thousand
 *     results and 16 MiB; settings {@code limits.max-cached-results} and {@code
 *     limits.max-cached-bytes}. The catalogue itself lists tools only when it has a reason, and
 *     always asks
 * @param protocolVersion the revision to greet the server in, {@code null} to find out; setting
 *     {@code protocol-version}
 */
public record ServerOptions(
    Duration timeout,
    Duration connectTimeout,
    Duration listTimeout,
    int maxPages,
    CacheLimits cacheLimits,
    @Nullable String protocolVersion) {

  private static final ServerOptions DEFAULTS =
      new ServerOptions(
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          64,
          CacheLimits.defaults(),
          null);

  /** 60 seconds a call, 30 to connect, 30 to list; any revision. */
  public static ServerOptions defaults() {
    return DEFAULTS;
  }

  /** These options with another limit for a tool call. */
  public ServerOptions withTimeout(Duration limit) {
    return new ServerOptions(
        limit, connectTimeout, listTimeout, maxPages, cacheLimits, protocolVersion);
  }

  /** These options with another limit for connecting. */
  public ServerOptions withConnectTimeout(Duration limit) {
    return new ServerOptions(timeout, limit, listTimeout, maxPages, cacheLimits, protocolVersion);
  }

  /** These options with another limit for listing. */
  public ServerOptions withListTimeout(Duration limit) {
    return new ServerOptions(
        timeout, connectTimeout, limit, maxPages, cacheLimits, protocolVersion);
  }

  /** These options with another bound for the pages of a list. */
  public ServerOptions withMaxPages(int pages) {
    return new ServerOptions(
        timeout, connectTimeout, listTimeout, pages, cacheLimits, protocolVersion);
  }

  /** These options with other bounds for what is kept to be used again. */
  public ServerOptions withCacheLimits(CacheLimits limits) {
    return new ServerOptions(
        timeout, connectTimeout, listTimeout, maxPages, limits, protocolVersion);
  }

  /** These options with a revision to greet the server in. */
  public ServerOptions withProtocolVersion(String version) {
    return new ServerOptions(timeout, connectTimeout, listTimeout, maxPages, cacheLimits, version);
  }
}
