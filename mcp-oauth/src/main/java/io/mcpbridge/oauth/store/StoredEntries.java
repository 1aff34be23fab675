package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.TokenKey;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Key-value entries in one file, limited in number and total size; the oldest are evicted first.
 */
final class StoredEntries {

  private static final int MAX_ENTRIES = 500;

  /** Half of the file's limit, since JSON escapes such as quotation marks take two characters. */
  private static final int MAX_BYTES = EncryptedFile.MAX_TEXT_BYTES / 2;

  /** Servers choose parts of the keys; the JSON parser limits names to 50,000 characters. */
  private static final int MAX_KEY_CHARACTERS = 20_000;

  /** Quotation marks, a colon and a comma. */
  private static final long ENTRY_OVERHEAD = 6;

  private static final JsonReader READER =
      new JsonReader(
          JsonLimits.defaults().withMaxMessageBytes(EncryptedFile.MAX_TEXT_BYTES).withMaxDepth(2));

  private final Map<String, String> texts = new LinkedHashMap<>();
  private long bytes;

  static String key(TokenKey key) {
    return key(
        "token", key.server(), key.resource(), key.issuer(), key.clientId(), key.principal());
  }

  static String key(RegistrationKey key) {
    return key("registration", key.resource(), key.issuer());
  }

  private static String key(String... parts) {
    return UnicodeText.require(Json.write(List.of(parts)), "a name in the key of a stored entry");
  }

  /**
   * Reads the format of {@link #toText}; a value that is not text becomes empty.
   *
   * @param text {@code null} if there is none yet
   */
  static StoredEntries of(@Nullable String text) {
    StoredEntries entries = new StoredEntries();
    try {
      JsonObject json = text == null ? null : JsonObject.orNull(READER.read(text));
      if (json != null) {
        json.toMap().keySet().forEach(key -> entries.put(key, json.string(key, "")));
      }
    } catch (JsonException e) {
      // the file is authentic, so a later version wrote it in another format
    }
    return entries;
  }

  @Nullable String get(String key) {
    return texts.get(key);
  }

  /**
   * @return false if the entry is too large
   */
  boolean put(String key, String text) {
    if (key.length() > MAX_KEY_CHARACTERS || size(key, text) > MAX_BYTES) {
      return false;
    }
    remove(key);
    texts.put(key, text);
    bytes += size(key, text);
    Iterator<Map.Entry<String, String>> eldest = texts.entrySet().iterator();
    while (texts.size() > MAX_ENTRIES || bytes > MAX_BYTES) {
      Map.Entry<String, String> entry = eldest.next();
      bytes -= size(entry.getKey(), entry.getValue());
      eldest.remove();
    }
    return true;
  }

  /**
   * @return whether there was an entry
   */
  boolean remove(String key) {
    String text = texts.remove(key);
    bytes -= text == null ? 0 : size(key, text);
    return text != null;
  }

  private static long size(String key, String text) {
    return ENTRY_OVERHEAD
        + key.getBytes(StandardCharsets.UTF_8).length
        + text.getBytes(StandardCharsets.UTF_8).length;
  }

  String toText() {
    return Json.write(texts);
  }
}
