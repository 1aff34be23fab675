package io.mcpbridge.oauth;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The path that a browser comes back to on this machine. One for each authorization server, so that
 * the answer of one is never taken for that of another (mix-up, RFC 9700, section 4.4.2.2), also
 * where it does not say who it is (RFC 9207). Where the client was registered by somebody, it is
 * the one that they know.
 */
final class CallbackPath {

  /** What a developer registers, without a port (RFC 8252, section 7.3). */
  static final String KNOWN = "/callback";

  private static final int DIGEST_BYTES = 8;

  private CallbackPath() {}

  /** For one authorization server alone, at whichever port is free. */
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
