package io.mcpbridge.oauth;

import io.mcpbridge.auth.PlainHttp;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

  private static final String NEEDS_LOOPBACK =
      "is the own machine, which needs UrlPolicy.allowLoopback()";

  private static final String NOT_OURS = "is the own machine, which is not reached through a proxy";

  /** Four numbers without zeros before them, which some read as octal. */
  private static final String DOTTED = "(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}";

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

  /**
   * Judges what can be judged without looking up an address.
   *
   * @param what which URL it is, for the message
   * @throws OAuthException if it is not one to be sent to
   */
  URI require(String url, String what) {
    return require(read(url, what), what);
  }

  static URI read(String url, String what) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new OAuthException(what + " is no URL");
    }
  }

  /** As {@link #require(String, String)}. */
  URI require(URI uri, String what) {
    return require(uri, what, false);
  }

  /**
   * The same.
   *
   * @param plain whether it may be plain http in any case
   */
  URI require(URI uri, String what, boolean plain) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    if (!scheme.equals("https") && !scheme.equals("http")) {
      throw new OAuthException(what + " is not an https URL");
    }
    if (host == null || host.isEmpty()) {
      throw new OAuthException(what + " names no host");
    }
    if (uri.getRawUserInfo() != null) {
      throw new OAuthException(what + " holds a user name; that is refused");
    }
    if (scheme.equals("http") && !plain && !(loopback && isLoopbackName(host))) {
      throw new OAuthException(
          what
              + " (host "
              + host
              + ") is plain http; that is allowed for the own machine alone, and only with"
              + " UrlPolicy.allowLoopback()");
    }
    return uri;
  }

  /** Judges an address that a host's name stands for; for a literal address that is itself. */
  @Nullable String objection(String host, InetAddress address) {
    Reach reach = Reach.of(address);
    if (isLoopbackName(host) && reach != Reach.LOOPBACK) {
      return "is not the own machine though its name says so";
    }
    return switch (reach) {
      case PUBLIC -> null;
      case LOOPBACK -> loopback ? null : NEEDS_LOOPBACK;
      case PRIVATE ->
          privateNetworks
              ? null
              : "is in a private network, which needs UrlPolicy.allowPrivateNetworks()";
      case NEVER -> "is of a range that no public server has";
    };
  }

  /**
   * Judges a host that a proxy will look up. A name says nothing then: which addresses it may stand
   * for is up to the proxy. An address does, if it is written in the one way that all read alike:
   * {@code 127.1}, {@code 0x7f000001} and {@code 2130706433} are the own machine to many.
   */
  @Nullable String objectionUnresolved(String host) {
    return objectionByText(host, NOT_OURS);
  }

  /** Judges a host that a person's browser will look up, in the same way. */
  @Nullable String objectionInBrowser(String host) {
    return objectionByText(host, loopback ? null : NEEDS_LOOPBACK);
  }

  private @Nullable String objectionByText(String host, @Nullable String ofLoopback) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (isLoopbackName(name)) {
      return ofLoopback;
    }
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (!name.startsWith("[") && !last.matches("\\d+|0[xX]\\p{XDigit}*")) {
      return null;
    }
    if (!name.startsWith("[") && !name.matches(DOTTED)) {
      return "is a number, and not written as an address is";
    }
    try {
      InetAddress address = InetAddress.getByName(name); // looks nothing up for an address
      return Reach.of(address) == Reach.LOOPBACK ? ofLoopback : objection(name, address);
    } catch (UnknownHostException e) {
      return "is no address";
    }
  }

  /** Whether the text alone says that it is the own machine. */
  static boolean isLoopbackName(String host) {
    return PlainHttp.isThisMachine(host);
  }
}
