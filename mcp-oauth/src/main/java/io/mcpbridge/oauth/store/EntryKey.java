package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.internal.text.Sha256;

/** Keys of entries in the table. */
final class EntryKey {

  static final String TABLE = "mcp_oauth_entry";

  private EntryKey() {}

  /** A key of fixed length, whatever the length of its parts, without collisions. */
  static String of(String... parts) {
    StringBuilder key = new StringBuilder();
    for (String part : parts) {
      byte[] bytes = UnicodeText.utf8(part, "a name in the key of a stored entry");
      key.append(bytes.length).append(':').append(part);
    }
    return Sha256.of(key.toString());
  }
}
