package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.internal.text.PointerToken;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonScanner;
import io.mcpbridge.json.JsonScanner.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a text occurs in JSON: in names of members and in values, each with its pointer. */
final class JsonMatches {

  static final int MAX_MATCHES = 10_000;

  /** Of the value that is shown. */
  private static final int MAX_VALUE_LENGTH = 200;

  private final Pattern pattern;
  private final List<String> matches = new ArrayList<>();

  /** The open objects and arrays, the innermost first. */
  private final Deque<Container> path = new ArrayDeque<>();

  private JsonMatches(Pattern pattern) {
    this.pattern = pattern;
  }

  private static final class Container {

    private final boolean isArray;
    private @Nullable String name;
    private int index = -1;

    Container(boolean isArray) {
      this.isArray = isArray;
    }
  }

  /**
   * @throws io.mcpbridge.json.JsonException if the text is not JSON
   */
  static List<String> of(String json, Pattern pattern) {
    JsonMatches search = new JsonMatches(pattern);
    try (JsonScanner scanner = new JsonScanner(json)) {
      for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
        search.visit(token, scanner);
      }
    }
    return search.matches;
  }

  private void visit(Token token, JsonScanner scanner) {
    Container container = path.peek();
    if (token == Token.END_OBJECT || token == Token.END_ARRAY) {
      path.pop();
      return;
    }
    if (token == Token.NAME && container != null) {
      container.name = scanner.text();
      return;
    }
    if (container != null) {
      container.index++;
    }
    if (matches.size() < MAX_MATCHES) {
      boolean isNamed =
          container != null && container.name != null && pattern.matcher(container.name).find();
      if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
        if (isNamed) {
          matches.add(pointer());
        }
      } else {
        String text = scanner.text();
        if (isNamed || pattern.matcher(text).find()) {
          matches.add(pointer() + ": " + shown(text, token == Token.STRING));
        }
      }
    }
    if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
      path.push(new Container(token == Token.START_ARRAY));
    }
  }

  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    Iterator<Container> outermostFirst = path.descendingIterator();
    while (outermostFirst.hasNext()) {
      Container container = outermostFirst.next();
      pointer.append('/');
      if (container.isArray) {
        pointer.append(container.index);
      } else {
        pointer.append(PointerToken.escape(String.valueOf(container.name)));
      }
    }
    return pointer.toString();
  }

  /** A long text from shortly before the match on. */
  private String shown(String text, boolean isString) {
    if (text.length() <= MAX_VALUE_LENGTH) {
      return isString ? Json.write(text) : text;
    }
    Matcher matcher = pattern.matcher(text);
    int from = matcher.find() ? Math.max(0, matcher.start() - MAX_VALUE_LENGTH / 2) : 0;
    int to = Math.min(text.length(), from + MAX_VALUE_LENGTH);
    return Json.write("..." + text.substring(from, to) + "...")
        + " of "
        + text.length()
        + " characters";
  }
}
