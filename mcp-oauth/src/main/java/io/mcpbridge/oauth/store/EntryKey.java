package io.mcpbridge.oauth.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Keys of entries in the table. */
final class EntryKey {

  static final String TABLE = "mcp_oauth_entry";

  private EntryKey() {}

  /** A key of fixed length, whatever the length of its parts, without collisions. */
  static String of(String... parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = UnicodeText.utf8(part, "a name in the key of a stored entry");
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
