package io.mcpbridge.catalog.result;

import io.mcpbridge.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

  private JsonMatches(Pattern pattern) {
    this.pattern = pattern;
  }

  static List<String> of(@Nullable Object value, Pattern pattern) {
    JsonMatches found = new JsonMatches(pattern);
    found.visit(value, "");
    return found.matches;
  }

  private void visit(@Nullable Object value, String path) {
    if (matches.size() >= MAX_MATCHES) {
      return;
    }
    if (value instanceof Map<?, ?> object) {
      object.forEach(
          (key, member) -> {
            String name = String.valueOf(key);
            String there = path + "/" + JsonPointers.escape(name);
            if (isContainer(member)) {
              if (pattern.matcher(name).find()) {
                matches.add(there);
              }
              visit(member, there);
            } else if (pattern.matcher(name).find() || pattern.matcher(text(member)).find()) {
              matches.add(there + ": " + shown(member));
            }
          });
    } else if (value instanceof Collection<?> array) {
      int index = 0;
      for (Object element : array) {
        visit(element, path + "/" + index++);
      }
    } else if (pattern.matcher(text(value)).find()) {
      matches.add(path + ": " + shown(value));
    }
  }

  private static boolean isContainer(@Nullable Object value) {
    return value instanceof Map || value instanceof Collection;
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : Json.write(value);
  }

  /** A long text from shortly before the match on. */
  private String shown(@Nullable Object value) {
    String text = text(value);
    if (text.length() <= MAX_VALUE_LENGTH) {
      return Json.write(value);
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
