package io.mcpbridge.internal.text;

import java.util.Arrays;
import java.util.List;

/** The names and indexes of a JSON Pointer (RFC 6901, sections 3 and 4). */
public final class PointerToken {

  private PointerToken() {}

  /** The names in a pointer, unescaped; its first slash may be missing. */
  public static List<String> split(String pointer) {
    String path = pointer.startsWith("/") ? pointer.substring(1) : pointer;
    return Arrays.stream(path.split("/", -1)).map(PointerToken::unescape).toList();
  }

  /** A name as it was before it was escaped for a pointer. */
  public static String unescape(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  /** A name for a pointer. */
  public static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
