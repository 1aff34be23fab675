package io.mcpbridge.spring.observation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Address of a server as OpenTelemetry attributes.
 *
 * @param transport {@code tcp} for a server with a host, {@code pipe} for a process
 * @param protocol application protocol
 */
record PeerAddress(
    @Nullable String transport,
    @Nullable String protocol,
    @Nullable String host,
    @Nullable String port) {

  private static final Set<String> SECURE = Set.of("https", "wss");

  static PeerAddress of(String address) {
    try {
      URI uri = new URI(address);
      if (uri.getHost() != null && uri.getScheme() != null) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int otherwise = SECURE.contains(scheme) ? 443 : 80;
        return new PeerAddress(
            "tcp",
            scheme.startsWith("http") ? "http" : scheme,
            uri.getHost(),
            String.valueOf(uri.getPort() < 0 ? otherwise : uri.getPort()));
      }
    } catch (URISyntaxException e) {
      // usually a command line
    }
    return new PeerAddress("pipe", null, null, null);
  }

  /** A URI without user, query and fragment. */
  static String withoutSecrets(String uri) {
    return uri.replaceFirst("[?#].*$", "").replaceFirst("(?<=://)[^/@]*@", "");
  }
}
