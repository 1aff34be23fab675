package io.mcpbridge.oauth.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The path of a loopback redirect URI. Each authorization server has its own, so that the response
 * of one is never taken for that of another (mix-up, RFC 9700, section 4.4.2.2), even without the
 * {@code iss} parameter (RFC 9207). Manually registered clients use {@link #KNOWN}.
 */
public final class CallbackPath {

  /** The path of manually registered clients; any port (RFC 8252, section 7.3). */
  public static final String KNOWN = "/callback";

  private static final int DIGEST_BYTES = 8;

  private CallbackPath() {}

  /** The redirect URI for one authorization server, without a port. */
  static URI of(String issuer) {
    byte[] digest = sha256().digest(issuer.getBytes(StandardCharsets.UTF_8));
    String own = HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    return URI.create("http://127.0.0.1" + KNOWN + "/" + own);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
