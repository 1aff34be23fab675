package io.mcpbridge.oauth.internal.http;

import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks URLs and addresses against a policy.
 *
 * @param names how messages name the setting that would allow a URL
 */
public record UrlRules(UrlPolicy policy, SettingNames names) {

  private static final String RESERVED =
      "is the local machine, which is not reached through a proxy";

  /** Dotted decimal without leading zeros, which some parsers read as octal. */
  private static final String DOTTED = "(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}";

  /**
   * Checks what can be checked without name resolution.
   *
   * @param description which URL it is, for the message
   * @throws OAuthException if the policy rejects it
   */
  public URI require(String url, String description) {
    return require(read(url, description), description);
  }

  public static URI read(String url, String description) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new OAuthException(description + " is not a URL");
    }
  }

  /** Like {@link #require(String, String)}. */
  URI require(URI uri, String description) {
    return require(uri, description, false);
  }

  /**
   * Like {@link #require(String, String)}.
   *
   * @param allowPlainHttp whether plain http is allowed in any case
   */
  URI require(URI uri, String description, boolean allowPlainHttp) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    if (!scheme.equals("https") && !scheme.equals("http")) {
      throw new OAuthException(description + " is not an https URL");
    }
    if (host == null || host.isEmpty()) {
      throw new OAuthException(description + " names no host");
    }
    if (uri.getRawUserInfo() != null) {
      throw new OAuthException(description + " contains a user name, which is not allowed");
    }
    if (scheme.equals("http")
        && !allowPlainHttp
        && !(policy.loopback() && PlainHttp.isLoopback(host))) {
      throw new OAuthException(
          description
              + " (host "
              + host
              + ") is plain http, which is allowed only for the local machine, and only with "
              + names.of(OAuthSetting.ALLOW_LOOPBACK));
    }
    return uri;
  }

  /** Checks an address that a host resolved to; for a literal address that is itself. */
  @Nullable String objection(String host, InetAddress address) {
    AddressScope addressScope = AddressScope.of(address);
    if (PlainHttp.isLoopback(host) && addressScope != AddressScope.LOOPBACK) {
      return "is not the local machine although its name says so";
    }
    return switch (addressScope) {
      case PUBLIC -> null;
      case LOOPBACK -> policy.loopback() ? null : needsLoopback();
      case PRIVATE ->
          policy.privateNetworks()
              ? null
              : "is in a private network, which needs "
                  + names.of(OAuthSetting.ALLOW_PRIVATE_NETWORKS);
      case NEVER -> "is in a range that no public server uses";
    };
  }

  /**
   * Checks a host that a proxy will resolve. Names pass: the proxy decides about their addresses.
   * Literal addresses are checked, and must be in the canonical form: many parsers read {@code
   * 127.1}, {@code 0x7f000001} and {@code 2130706433} as loopback.
   */
  @Nullable String objectionUnresolved(String host) {
    return objectionByText(host, RESERVED);
  }

  /** Checks a host that the user's browser will resolve, by the same rules. */
  public @Nullable String objectionInBrowser(String host) {
    return objectionByText(host, policy.loopback() ? null : needsLoopback());
  }

  private @Nullable String objectionByText(String host, @Nullable String loopbackObjection) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (PlainHttp.isLoopback(name)) {
      return loopbackObjection;
    }
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (!name.startsWith("[") && !last.matches("\\d+|0[xX]\\p{XDigit}*")) {
      return null;
    }
    if (!name.startsWith("[") && !name.matches(DOTTED)) {
      return "is a number that is not in the form of an address";
    }
    try {
      InetAddress address = InetAddress.getByName(name); // no lookup for a literal address
      return AddressScope.of(address) == AddressScope.LOOPBACK
          ? loopbackObjection
          : objection(name, address);
    } catch (UnknownHostException e) {
      return "is not an address";
    }
  }

  private String needsLoopback() {
    return "is the local machine, which needs " + names.of(OAuthSetting.ALLOW_LOOPBACK);
  }

  /** Scheme, host and port, normalized. */
  public static String origin(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
  }
}
