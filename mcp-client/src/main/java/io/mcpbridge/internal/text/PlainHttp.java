package io.mcpbridge.internal.text;

import java.net.URI;
import java.util.Locale;

/**
 * Detects requests that can be read and changed in transit: plain http to another machine. A bearer
 * token must not be sent that way (RFC 6750, section 5.3).
 */
public final class PlainHttp {

  private PlainHttp() {}

  /**
   * Whether requests to this URL leave this machine unencrypted. Includes {@code files.localhost}:
   * it ought to be this machine, but many resolvers ask the network for it (RFC 6761, section 6.3),
   * and the resolved address is not checked.
   */
  public static boolean isRemote(URI url) {
    String host = url.getHost();
    return "http".equalsIgnoreCase(url.getScheme())
        && !(host != null && isLoopback(host) && !isLocalhostSubdomain(host));
  }

  /**
   * Whether the host name alone denotes this machine (RFC 6761, section 6.3). Callers that rely on
   * it also check the resolved address.
   *
   * @param host as in a URL, so that an IPv6 address is in brackets
   */
  public static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || isLocalhostSubdomain(name)
        || name.equals("[::1]")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  private static boolean isLocalhostSubdomain(String host) {
    return host.toLowerCase(Locale.ROOT).endsWith(".localhost");
  }
}
