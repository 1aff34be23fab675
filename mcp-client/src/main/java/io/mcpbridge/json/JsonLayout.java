package io.mcpbridge.json;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The formatting of a text, for additions in the same style.
 *
 * @param unit one level of indentation
 * @param newline the line separator
 */
record JsonLayout(String unit, String newline) {

  private static final Pattern FIRST_MEMBER = Pattern.compile("\\n([ \\t]+)\"");

  static JsonLayout of(String text) {
    Matcher first = FIRST_MEMBER.matcher(text);
    return new JsonLayout(
        first.find() ? first.group(1) : "  ", text.contains("\r\n") ? "\r\n" : "\n");
  }

  /**
   * Writes objects on several lines, and arrays of scalars on one.
   *
   * @param indent the indentation of the line in which the value starts
   */
  String write(@Nullable Object value, String indent) {
    String inner = indent + unit;
    if (value instanceof Map<?, ?> members && !members.isEmpty()) {
      StringJoiner lines = new StringJoiner("," + newline + inner, "{" + newline + inner, "");
      members.forEach(
          (name, member) ->
              lines.add(Json.write(String.valueOf(name)) + ": " + write(member, inner)));
      return lines + newline + indent + "}";
    }
    if (value instanceof Collection<?> elements && elements.stream().anyMatch(JsonLayout::isLong)) {
      StringJoiner lines = new StringJoiner("," + newline + inner, "[" + newline + inner, "");
      elements.forEach(element -> lines.add(write(element, inner)));
      return lines + newline + indent + "]";
    }
    if (value instanceof Collection<?> elements) {
      StringJoiner line = new StringJoiner(", ", "[", "]");
      elements.forEach(element -> line.add(Json.write(element)));
      return line.toString();
    }
    return Json.write(value);
  }

  private static boolean isLong(@Nullable Object element) {
    return element instanceof Map || element instanceof List;
  }
}
