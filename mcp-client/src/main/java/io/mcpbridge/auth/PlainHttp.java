package io.mcpbridge.auth;

import java.net.URI;
import java.util.Locale;

/**
 * Tells where requests can be read and changed by whoever is on the way: over http to another
 * machine. A bearer token must not be sent so (RFC 6750, section 5.3).
 */
public final class PlainHttp {

  private PlainHttp() {}

  /** Whether requests to this URL can be. */
  public static boolean leavesThisMachine(URI url) {
    return "http".equalsIgnoreCase(url.getScheme())
        && !(url.getHost() != null && isThisMachine(url.getHost()));
  }

  /**
   * Whether a host's text alone says that it is this machine (RFC 6761, section 6.3).
   *
   * @param host as in a URL, so that an IPv6 address is in brackets
   */
  public static boolean isThisMachine(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("[::1]")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
