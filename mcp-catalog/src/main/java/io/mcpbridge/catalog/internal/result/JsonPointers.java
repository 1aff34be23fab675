package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.internal.text.PointerToken;
import io.mcpbridge.json.JsonScanner;
import io.mcpbridge.json.JsonScanner.Token;
import java.util.ArrayList;
import java.util.List;

/** JSON Pointers (RFC 6901) as models write them, which may lack the first slash. */
final class JsonPointers {

  private static final int MAX_NAMES = 20;

  private JsonPointers() {}

  /** The names and indexes on the way. */
  static List<String> names(String pointer) {
    String path = pointer.startsWith("#") ? pointer.substring(1) : pointer;
    if (path.isEmpty() || path.equals("/")) {
      return List.of();
    }
    return PointerToken.split(path);
  }

  /**
   * Advances to the value at the pointer.
   *
   * @return its first token
   * @throws io.mcpbridge.json.JsonException if the text is not JSON up to there
   */
  static Token find(JsonScanner scanner, List<String> names) throws ResultReader.NotThereException {
    Token token = scanner.next();
    StringBuilder path = new StringBuilder();
    for (String name : names) {
      token = member(scanner, token, name, path.toString());
      path.append('/').append(PointerToken.escape(name));
    }
    return token;
  }

  private static Token member(JsonScanner scanner, Token container, String name, String path)
      throws ResultReader.NotThereException {
    if (container != Token.START_OBJECT && container != Token.START_ARRAY) {
      throw missing(name, path, "is neither an object nor an array");
    }
    boolean isArray = container == Token.START_ARRAY;
    List<String> names = new ArrayList<>();
    int size = 0;
    for (Token token = scanner.next();
        token != Token.END_OBJECT && token != Token.END_ARRAY;
        token = scanner.next()) {
      String current = isArray ? Integer.toString(size) : scanner.text();
      Token value = isArray ? token : scanner.next();
      if (current.equals(name)) {
        return value;
      }
      if (value == Token.START_OBJECT || value == Token.START_ARRAY) {
        scanner.skip();
      }
      if (names.size() < MAX_NAMES) {
        names.add(current);
      }
      size++;
    }
    String members =
        size == 0
            ? "is an empty object"
            : "has the members " + String.join(", ", names) + (size > MAX_NAMES ? " ..." : "");
    throw missing(name, path, isArray ? "is an array of " + size : members);
  }

  private static ResultReader.NotThereException missing(String name, String path, String value) {
    return new ResultReader.NotThereException(
        "There is no \"" + name + "\" at \"" + path + "\", which " + value + ".");
  }
}
