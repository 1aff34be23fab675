package io.mcpbridge.oauth;

import io.mcpbridge.auth.PlainHttp;
import java.time.Duration;
import java.util.Objects;

/**
 * Where this client lets itself be sent. Every URL of an authorization is chosen by someone else:
 * the MCP server names its metadata, the metadata names the authorization server, and that one its
 * endpoints. Without a rule, a server could have an application inside a company network fetch what
 * only that network may see.
 *
 * <p>By default: https to public addresses. An address is looked up once, judged, and connected to.
 * Behind a proxy ({@link OAuthCredentialsBuilder#proxy}) it is the proxy that looks it up: then the
 * text of a URL is judged, and addresses in it, but what a name stands for is for the proxy to
 * judge, which should refuse private ranges.
 *
 * @param loopback whether the own machine may be reached, also by plain http; default no
 * @param privateNetworks whether the private ranges (RFC 1918, RFC 4193) may be reached by https;
 *     default no. Link-local addresses, where clouds keep their secrets, never are
 * @param maxRedirects how many redirects of metadata are followed, each judged anew; default 3.
 *     Those of other requests never are
 * @param maxBodyBytes how long an answer may be; default 1 MiB
 * @param timeout how long a request may take from looking up the address to the last byte; default
 *     15 seconds
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
   * @throws IllegalArgumentException if a limit is not positive, or the number of redirects
   *     negative
   */
  public UrlPolicy {
    Objects.requireNonNull(timeout, "timeout");
    if (maxRedirects < 0 || maxBodyBytes <= 0 || timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** https to public addresses. */
  public static UrlPolicy defaults() {
    return DEFAULTS;
  }

  /** The own machine too, also by plain http: for development. */
  public UrlPolicy allowLoopback() {
    return new UrlPolicy(true, privateNetworks, maxRedirects, maxBodyBytes, timeout);
  }

  /** Private ranges too, by https: for an authorization server within a company. */
  public UrlPolicy allowPrivateNetworks() {
    return new UrlPolicy(loopback, true, maxRedirects, maxBodyBytes, timeout);
  }

  /** Another bound for a whole request. */
  public UrlPolicy withTimeout(Duration timeout) {
    return new UrlPolicy(loopback, privateNetworks, maxRedirects, maxBodyBytes, timeout);
  }

  /** Another bound for an answer. */
  public UrlPolicy withMaxBodyBytes(int bytes) {
    return new UrlPolicy(loopback, privateNetworks, maxRedirects, bytes, timeout);
  }

  /** Whether the text alone says that it is the own machine. */
  static boolean isLoopbackName(String host) {
    return PlainHttp.isThisMachine(host);
  }
}
