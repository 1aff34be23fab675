package io.mcpbridge.oauth;

import java.net.URI;
import java.util.Locale;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/** Whether two URLs are in the same hands, as far as their text says. */
final class SameSite {

  private SameSite() {}

  /**
   * Of one origin, or below one domain that somebody registered (Public Suffix List): {@code
   * www.example.co.uk} and {@code api.example.co.uk}, not {@code a.co.uk} and {@code b.co.uk}.
   */
  static boolean of(URI one, URI other) {
    if (ResourceMetadata.origin(one).equals(ResourceMetadata.origin(other))) {
      return true;
    }
    String oneHost = one.getHost().toLowerCase(Locale.ROOT);
    String otherHost = other.getHost().toLowerCase(Locale.ROOT);
    return isName(oneHost) && isName(otherHost) && domain(oneHost).equals(domain(otherHost));
  }

  /** Of several labels, and no address. */
  private static boolean isName(String host) {
    return host.matches(".*\\.[a-z][a-z0-9-]*");
  }

  /** The host itself where nobody can register below it. */
  private static String domain(String host) {
    String registered = PublicSuffixMatcherLoader.getDefault().getDomainRoot(host);
    return registered == null ? host : registered;
  }
}
