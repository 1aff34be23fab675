package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Base64 data with its type. Accepts a data URL in place of Base64, as some servers send it. */
record MediaData(String data, String mimeType) {

  private static final String SCHEME = "data:";
  private static final String BASE64 = ";base64,";

  /** Parses a block; {@code null} if it has no data. */
  static @Nullable MediaData of(JsonObject block, String otherwise) {
    String data = block.string("data");
    if (data == null) {
      return null;
    }
    int end = data.startsWith(SCHEME) ? data.indexOf(BASE64) : -1;
    if (end < 0) {
      return new MediaData(data, block.string("mimeType", otherwise));
    }
    String ofUrl = data.substring(SCHEME.length(), end);
    return new MediaData(
        data.substring(end + BASE64.length()),
        block.string("mimeType", ofUrl.isEmpty() ? otherwise : ofUrl));
  }
}
