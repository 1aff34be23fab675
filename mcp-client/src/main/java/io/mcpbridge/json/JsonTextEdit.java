package io.mcpbridge.json;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Edits a {@link JsonText} in place, in the formatting of the surrounding text. */
final class JsonTextEdit {

  private final JsonText json;
  private final String text;
  private final JsonLayout layout;

  JsonTextEdit(JsonText json) {
    this.json = json;
    this.text = json.text();
    this.layout = JsonLayout.of(text);
  }

  /** Returns the text with a member set; its parent must exist and be an object. */
  String set(List<String> path, @Nullable Object value) {
    JsonPosition place = json.place(path);
    if (place == null) {
      return add(path.subList(0, path.size() - 1), path.get(path.size() - 1), value);
    }
    String indent = indentOfLine(place.from());
    return text.substring(0, place.start())
        + layout.write(value, indent)
        + text.substring(place.end());
  }

  private String add(List<String> parent, String name, @Nullable Object value) {
    JsonPosition object = Objects.requireNonNull(json.place(parent));
    List<List<String>> members = json.members(parent);
    int close = object.end() - 1;
    if (members.isEmpty()) {
      String indent = indentOfLine(object.from());
      String inner = indent + layout.unit();
      return text.substring(0, object.start() + 1)
          + text.substring(object.start() + 1, close).stripTrailing()
          + layout.newline()
          + inner
          + member(name, layout.write(value, inner))
          + layout.newline()
          + indent
          + text.substring(close);
    }
    JsonPosition last = Objects.requireNonNull(json.place(members.get(members.size() - 1)));
    String indent = indentOfLine(last.from());
    boolean oneLine = text.substring(object.start(), close).indexOf('\n') < 0;
    String added =
        oneLine
            ? " " + member(name, Json.write(value))
            : layout.newline() + indent + member(name, layout.write(value, indent));
    int comma = comma(last.end());
    // Insert after anything that follows the last member on its line, such as a comment.
    int at = last.end() + text.substring(last.end(), close).stripTrailing().length();
    return text.substring(0, last.end())
        + (comma < 0 ? "," : "")
        + text.substring(last.end(), at)
        + added
        + (comma < 0 ? "" : ",")
        + text.substring(at);
  }

  private static String member(String name, String value) {
    return Json.write(name) + ": " + value;
  }

  /** Returns the text without an existing member, and without its line if that is empty then. */
  String remove(List<String> path) {
    JsonPosition place = Objects.requireNonNull(json.place(path));
    int comma = comma(place.end());
    int from = place.from();
    int to = comma < 0 ? place.end() : comma + 1;
    if (isAloneInItsLines(from, to)) {
      from = lineStart(from);
      to = Math.min(text.length(), lineEnd(to) + 1);
    } else if (comma < 0) {
      from -= blanks(from, -1);
    } else {
      to += blanks(to, 1);
    }
    String before = text.substring(0, from);
    return (comma < 0 ? withoutCommaBefore(path, before) : before) + text.substring(to);
  }

  /** JSON allows no trailing comma: removing the last member also removes the comma before it. */
  private String withoutCommaBefore(List<String> path, String before) {
    List<List<String>> members = json.members(path.subList(0, path.size() - 1));
    int index = members.indexOf(path);
    if (index == 0) {
      return before;
    }
    int comma = comma(Objects.requireNonNull(json.place(members.get(index - 1))).end());
    return before.substring(0, comma) + before.substring(comma + 1);
  }

  /** The index of the next comma, if only whitespace and comments precede it; otherwise -1. */
  private int comma(int from) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (text.startsWith("//", at)) {
        at = lineEnd(at);
      } else if (text.startsWith("/*", at)) {
        at = text.indexOf("*/", at) + 2;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else {
        return c == ',' ? at : -1;
      }
    }
    return -1;
  }

  private String indentOfLine(int at) {
    int start = lineStart(at);
    int end = start;
    while (end < at && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(start, end);
  }

  private boolean isAloneInItsLines(int from, int to) {
    return text.substring(lineStart(from), from).isBlank()
        && text.substring(to, lineEnd(to)).isBlank();
  }

  /** The number of whitespace characters in one direction. */
  private int blanks(int from, int step) {
    int at = step > 0 ? from : from - 1;
    int count = 0;
    while (at >= 0 && at < text.length() && text.charAt(at) == ' ') {
      at += step;
      count++;
    }
    return count;
  }

  private int lineStart(int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  private int lineEnd(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  /**
   * The formatting of a text, for additions in the same style.
   *
   * @param unit one level of indentation
   * @param newline the line separator
   */
  private record JsonLayout(String unit, String newline) {

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
      if (value instanceof Collection<?> elements
          && elements.stream().anyMatch(JsonLayout::isLong)) {
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
}
