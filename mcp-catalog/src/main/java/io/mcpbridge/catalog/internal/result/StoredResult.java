package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result, or one binary content of it, as it is stored: a line with the lengths of the texts or
 * the type of the binary, and then all of it unchanged. Large texts are neither escaped nor parsed.
 *
 * @param mimeType of the binary; {@code null} for text
 * @param parts the texts that the model would have got, or the binary as Base64
 */
public record StoredResult(@Nullable String mimeType, List<String> parts) {

  private static final String TEXT = "text";
  private static final String BINARY = "binary";

  static StoredResult text(List<String> parts) {
    return new StoredResult(null, List.copyOf(parts));
  }

  static StoredResult binary(String mimeType, String base64) {
    return new StoredResult(mimeType.replaceAll("\\s+", " "), List.of(base64));
  }

  /** The size of the parts in UTF-8. */
  long bytes() {
    return parts.stream().mapToLong(StoredResultNote::utf8Length).sum();
  }

  String encode() {
    long length = ResultTruncation.length(parts) + 100L + 11L * parts.size();
    StringBuilder encoded = new StringBuilder((int) Math.min(Integer.MAX_VALUE - 8, length));
    if (mimeType != null) {
      encoded.append(BINARY).append(' ').append(mimeType);
    } else {
      encoded.append(TEXT);
      parts.forEach(part -> encoded.append(' ').append(part.length()));
    }
    encoded.append('\n');
    parts.forEach(encoded::append);
    return encoded.toString();
  }

  /** {@code null} if a later version uses another format. */
  static @Nullable StoredResult decode(String encoded) {
    int from = encoded.indexOf('\n') + 1;
    String head = encoded.substring(0, Math.max(0, from - 1));
    if (head.startsWith(BINARY + " ")) {
      return new StoredResult(
          head.substring(BINARY.length() + 1), List.of(encoded.substring(from)));
    }
    if (!head.startsWith(TEXT)) {
      return null;
    }
    List<String> parts = new ArrayList<>();
    try {
      for (String length : head.substring(TEXT.length()).strip().split(" ")) {
        int to = from + Integer.parseInt(length);
        parts.add(encoded.substring(from, to));
        from = to;
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return null;
    }
    return new StoredResult(null, parts);
  }
}
