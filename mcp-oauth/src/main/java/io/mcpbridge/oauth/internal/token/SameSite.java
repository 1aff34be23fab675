package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.internal.http.UrlRules;
import java.net.URI;
import java.util.Locale;

/** Whether two URLs belong to the same site, judged by their text. */
public final class SameSite {

  private SameSite() {}

  /**
   * Whether both have the same origin, or the same registrable domain (Public Suffix List): {@code
   * www.example.co.uk} and {@code api.example.co.uk}, not {@code a.co.uk} and {@code b.co.uk}.
   */
  public static boolean of(URI first, URI second) {
    if (UrlRules.origin(first).equals(UrlRules.origin(second))) {
      return true;
    }
    String firstHost = first.getHost().toLowerCase(Locale.ROOT);
    String secondHost = second.getHost().toLowerCase(Locale.ROOT);
    return isName(firstHost)
        && isName(secondHost)
        && PublicSuffixes.domain(firstHost).equals(PublicSuffixes.domain(secondHost));
  }

  /** Several labels, and not an IP address. */
  private static boolean isName(String host) {
    return host.matches(".*\\.[a-z][a-z0-9-]*");
  }
}
