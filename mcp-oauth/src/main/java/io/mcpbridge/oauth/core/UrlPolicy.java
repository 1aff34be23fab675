package io.mcpbridge.oauth.core;

import java.time.Duration;
import java.util.Objects;

/**
 * Which URLs this client may request. Every URL of an authorization is chosen by a server: the MCP
 * server names its metadata, the metadata names the authorization server, and that one names its
 * endpoints. Without a policy, a server could make an application inside a company network fetch
 * internal URLs (SSRF).
 *
 * <p>By default: https to public addresses. A host is resolved once, and the connection uses the
 * address that was checked. Behind a proxy ({@link
 * io.mcpbridge.oauth.OAuthCredentialsBuilder#proxy}), the proxy resolves names: then only the text
 * of a URL and literal addresses are checked, and the proxy should refuse private ranges.
 *
 * @param loopback whether loopback may be reached, also by plain http; default false
 * @param privateNetworks whether the private ranges (RFC 1918, RFC 4193) may be reached by https;
 *     default false. Link-local addresses, such as those of cloud metadata services, are never
 *     allowed
 * @param maxRedirects how many redirects of a metadata request to follow, each checked like the
 *     first URL; default 3. Those of other requests are never followed
 * @param maxBodyBytes the maximum length of a response body; default 1 MiB
 * @param timeout how long a request may take, from name resolution to the last byte; default 15
 *     seconds
 */
public record UrlPolicy(
    boolean loopback,
    boolean privateNetworks,
    int maxRedirects,
    int maxBodyBytes,
    Duration timeout) {

  private static final UrlPolicy DEFAULTS =
      new UrlPolicy(false, false, 3, 1024 * 1024, Duration.ofSeconds(15));

  /**
   * @throws IllegalArgumentException if a limit is not positive, or the number of redirects is
   *     negative
   */
  public UrlPolicy {
    Objects.requireNonNull(timeout, "timeout");
    if (maxRedirects < 0 || maxBodyBytes <= 0 || timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** Https to public addresses. */
  public static UrlPolicy defaults() {
    return DEFAULTS;
  }

  /** A copy that allows loopback too, also by plain http: for development. */
  public UrlPolicy allowLoopback() {
    return new UrlPolicy(true, privateNetworks, maxRedirects, maxBodyBytes, timeout);
  }

  /**
   * A copy that allows private ranges too, by https: for an authorization server within a company.
   */
  public UrlPolicy allowPrivateNetworks() {
    return new UrlPolicy(loopback, true, maxRedirects, maxBodyBytes, timeout);
  }

  /** A copy with another timeout. */
  public UrlPolicy withTimeout(Duration timeout) {
    return new UrlPolicy(loopback, privateNetworks, maxRedirects, maxBodyBytes, timeout);
  }

  /** A copy with another maximum length of a response body. */
  public UrlPolicy withMaxBodyBytes(int bytes) {
    return new UrlPolicy(loopback, privateNetworks, maxRedirects, bytes, timeout);
  }
}
