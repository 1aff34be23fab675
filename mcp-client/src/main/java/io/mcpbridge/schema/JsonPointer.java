package io.mcpbridge.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves JSON pointers in URI fragments such as {@code #/a/b} (RFC 6901, section 6). */
final class JsonPointer {

  private JsonPointer() {}

  /** The value at {@code fragment}, which starts with {@code #/}; {@code null} if there is none. */
  static @Nullable Object resolve(String fragment, Object document) {
    Object found = document;
    for (String token : fragment.substring(2).split("/", -1)) {
      found = step(found, decoded(token));
    }
    return found;
  }

  private static @Nullable Object step(@Nullable Object from, String token) {
    if (from instanceof Map<?, ?> object) {
      return object.get(token);
    }
    if (from instanceof List<?> array && token.matches("\\d{1,9}")) {
      int index = Integer.parseInt(token);
      return index < array.size() ? array.get(index) : null;
    }
    return null;
  }

  /** Decodes one token of a pointer. */
  static String decoded(String token) {
    return percentDecoded(token).replace("~1", "/").replace("~0", "~");
  }

  private static String percentDecoded(String token) {
    try {
      return URLDecoder.decode(token.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return token;
    }
  }
}
