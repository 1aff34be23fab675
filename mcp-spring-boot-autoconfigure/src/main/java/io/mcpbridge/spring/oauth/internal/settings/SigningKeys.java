package io.mcpbridge.spring.oauth.internal.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.ECKey;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;
import org.springframework.core.io.ResourceLoader;

/** Reads the PEM keys that clients sign with. */
final class SigningKeys {

  private static final int P_256 = 256;
  private static final int P_384 = 384;

  private SigningKeys() {}

  /**
   * Reads a key.
   *
   * @param value PEM, or the location of a file with it
   * @return {@code null} if it cannot be read; the cause is dropped, because it might contain part
   *     of the key
   */
  static @Nullable PrivateKey read(String value, ResourceLoader resources) {
    try {
      String pem =
          value.contains("-----BEGIN")
              ? value
              : resources.getResource(value).getContentAsString(StandardCharsets.UTF_8);
      return PemContent.of(pem).getPrivateKey();
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      return null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The default algorithm of a key; empty if its type is not supported. */
  static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "RS256";
      case "EdDSA", "Ed25519" -> "EdDSA";
      case "EC" -> elliptic(key);
      default -> "";
    };
  }

  private static String elliptic(PrivateKey key) {
    int bits =
        key instanceof ECKey ec ? ec.getParams().getCurve().getField().getFieldSize() : P_256;
    return switch (bits) {
      case P_256 -> "ES256";
      case P_384 -> "ES384";
      default -> "ES512";
    };
  }
}
