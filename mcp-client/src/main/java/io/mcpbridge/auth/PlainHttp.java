package io.mcpbridge.auth;

import java.net.URI;
import java.util.Locale;

/**
 * Tells where requests can be read and changed by whoever is on the way: over http to another
 * machine. A bearer token must not be sent so (RFC 6750, section 5.3).
 */
public final class PlainHttp {

  private PlainHttp() {}

  /**
   * Whether requests to this URL can be. {@code files.localhost} ought to be this machine, but many
   * a resolver asks the network for it (RFC 6761, section 6.3), and nobody looks at the address.
   */
  public static boolean leavesThisMachine(URI url) {
    String host = url.getHost();
    return "http".equalsIgnoreCase(url.getScheme())
        && !(host != null && isThisMachine(host) && !isBelowLocalhost(host));
  }

  /**
   * Whether a host's text alone says that it is this machine (RFC 6761, section 6.3). Whoever
   * believes the text looks at the address, too.
   *
   * @param host as in a URL, so that an IPv6 address is in brackets
   */
  public static boolean isThisMachine(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || isBelowLocalhost(name)
        || name.equals("[::1]")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  private static boolean isBelowLocalhost(String host) {
    return host.toLowerCase(Locale.ROOT).endsWith(".localhost");
  }
}
