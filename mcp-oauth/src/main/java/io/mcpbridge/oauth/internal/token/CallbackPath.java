package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.internal.text.Sha256;
import java.net.URI;

/**
 * The path of a loopback redirect URI. Each authorization server has its own, so that the response
 * of one is never taken for that of another (mix-up, RFC 9700, section 4.4.2.2), even without the
 * {@code iss} parameter (RFC 9207). Manually registered clients use {@link #KNOWN}.
 */
public final class CallbackPath {

  /** The path of manually registered clients; any port (RFC 8252, section 7.3). */
  public static final String KNOWN = "/callback";

  private static final int HASH_LENGTH = 16;

  private CallbackPath() {}

  /** The redirect URI for one authorization server, without a port. */
  static URI of(String issuer) {
    String hash = Sha256.of(issuer).substring(0, HASH_LENGTH);
    return URI.create("http://127.0.0.1" + KNOWN + "/" + hash);
  }
}
