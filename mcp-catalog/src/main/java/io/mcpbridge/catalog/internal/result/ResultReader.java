package io.mcpbridge.catalog.internal.result;

import static io.mcpbridge.catalog.internal.tools.ReadResultTool.LIMIT;
import static io.mcpbridge.catalog.internal.tools.ReadResultTool.LINES;
import static io.mcpbridge.catalog.internal.tools.ReadResultTool.OFFSET;
import static io.mcpbridge.catalog.internal.tools.ReadResultTool.POINTER;
import static io.mcpbridge.catalog.internal.tools.ReadResultTool.SEARCH;

import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.internal.text.PointerToken;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonScanner;
import io.mcpbridge.json.JsonScanner.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of a stored result: by characters, lines, matches of a search, or the value at a
 * JSON Pointer (RFC 6901). Each page begins with a line that says where it is and where the next
 * one begins.
 *
 * @param result what was stored
 * @param limit the maximum length of a page
 */
public record ResultReader(StoredResult result, ResultLimit limit) {

  /** For the first line. */
  private static final int HEAD_LENGTH = 100;

  /** The characters before a match, and after its beginning. */
  private static final int BEFORE_MATCH = 100;

  private static final int AFTER_MATCH = 200;

  private static final int MATCHES = 20;

  /** Base64 encodes three bytes as four characters. */
  private static final int GROUP_BYTES = 3;

  private static final int GROUP_CHARACTERS = 4;

  /** The model asked for what is not there; the words are for it. */
  public static final class NotThereException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String words;

    NotThereException(String words) {
      super(words, null, false, false);
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public String read(Map<String, @Nullable Object> arguments) throws NotThereException {
    int offset = number(arguments.get(OFFSET), 0, 0);
    int count = number(arguments.get(LIMIT), 1, Integer.MAX_VALUE);
    if (result.mimeType() != null) {
      return base64(result.mimeType(), offset, count);
    }
    if (arguments.get(SEARCH) instanceof String words && !words.isEmpty()) {
      return matches(words, offset, Math.min(count, MATCHES));
    }
    if (arguments.get(POINTER) instanceof String pointer) {
      return value(pointer, offset, count);
    }
    return Boolean.TRUE.equals(arguments.get(LINES))
        ? lines(text(), offset, count)
        : characters(text(), offset, count);
  }

  private static int number(@Nullable Object value, int least, int absent) {
    return value instanceof Number number
        ? (int) Math.max(least, Math.min(Integer.MAX_VALUE, number.longValue()))
        : absent;
  }

  private String text() {
    return result.parts().size() == 1 ? result.parts().get(0) : String.join("\n", result.parts());
  }

  /** How many characters of the content fit into a page. */
  private int room(boolean isJson) {
    int maxCharacters = limit.maxCharacters(isJson);
    return Math.max(maxCharacters - HEAD_LENGTH, maxCharacters / 2);
  }

  private static String page(String unit, int from, int to, int total, String content) {
    String next = to < total ? "next offset " + to : "end";
    return "(" + unit + " " + from + " to " + to + " of " + total + "; " + next + ")\n" + content;
  }

  private static void checkOffset(String unit, int offset, int total) throws NotThereException {
    if (offset >= total && offset > 0) {
      throw new NotThereException(
          "The offset " + offset + " is after the end: there are " + total + " " + unit + ".");
    }
  }

  private String characters(String text, int offset, int count) throws NotThereException {
    checkOffset("characters", offset, text.length());
    int from = boundary(text, offset);
    int length = Math.min(count, room(TokenEstimate.isLikeJson(text)));
    int to = (int) Math.min(text.length(), (long) from + length);
    int end = boundary(text, to);
    if (end <= from && to < text.length()) {
      end = Math.min(text.length(), from + 2); // a pair, whatever the limit
    }
    return page("characters", from, end, text.length(), text.substring(from, end));
  }

  /** Not between the halves of a surrogate pair. */
  private static int boundary(String text, int index) {
    return index > 0
            && index < text.length()
            && Character.isLowSurrogate(text.charAt(index))
            && Character.isHighSurrogate(text.charAt(index - 1))
        ? index - 1
        : index;
  }

  private String lines(String text, int offset, int count) throws NotThereException {
    int total = lineCount(text);
    checkOffset("lines", offset, total);
    int start = 0;
    for (int line = 0; line < offset; line++) {
      start = text.indexOf('\n', start) + 1;
    }
    int room = room(TokenEstimate.isLikeJson(text));
    int end = start;
    int line = offset;
    while (line < total && line - offset < count) {
      int next = text.indexOf('\n', end);
      int lineEnd = next < 0 ? text.length() : next + 1;
      if (lineEnd - start > room) {
        break;
      }
      end = lineEnd;
      line++;
    }
    if (line == offset) { // not even one fits
      end = boundary(text, start + room);
      return page("lines", offset, offset + 1, total, text.substring(start, end))
          + "\n(the line goes on at character "
          + end
          + ")";
    }
    return page("lines", offset, line, total, text.substring(start, end));
  }

  static int lineCount(String text) {
    int lines = 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      lines++;
    }
    return lines;
  }

  private String base64(String mimeType, int offset, int count) throws NotThereException {
    String base64 = result.parts().get(0);
    int bytes = bytes(base64);
    checkOffset("bytes", offset, bytes);
    int group = offset / GROUP_BYTES;
    long groups = Math.max(1, Math.min(count, (long) Integer.MAX_VALUE) / GROUP_BYTES);
    long pageGroups = Math.min(groups, room(true) / GROUP_CHARACTERS);
    int from = group * GROUP_CHARACTERS;
    int to = (int) Math.min(base64.length(), from + pageGroups * GROUP_CHARACTERS);
    int end = to == base64.length() ? bytes : to / GROUP_CHARACTERS * GROUP_BYTES;
    String unit = mimeType + " as Base64, bytes";
    return page(unit, group * GROUP_BYTES, end, bytes, base64.substring(from, to));
  }

  private static int bytes(String base64) {
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    return base64.length() / GROUP_CHARACTERS * GROUP_BYTES - padding;
  }

  private static NotThereException notJson() {
    return new NotThereException("The result is not JSON; read it by characters, lines or search.");
  }

  private String value(String pointer, int offset, int count) throws NotThereException {
    String json = StoredResultNote.json(result.parts());
    if (json == null) {
      throw notJson();
    }
    List<String> names = JsonPointers.names(pointer);
    try (JsonScanner scanner = new JsonScanner(json)) {
      Token token = JsonPointers.find(scanner, names);
      if (token != Token.START_OBJECT && token != Token.START_ARRAY) {
        return characters(scanner.text(), offset, count);
      }
      StringBuilder path = new StringBuilder();
      names.forEach(name -> path.append('/').append(PointerToken.escape(name)));
      return entries(json, scanner, token == Token.START_ARRAY, offset, count, path.toString());
    } catch (JsonException e) {
      throw notJson();
    }
  }

  /** As many entries of the array or object that has just begun as fit. */
  private String entries(
      String json, JsonScanner scanner, boolean isArray, int offset, int count, String path)
      throws NotThereException {
    String unit = isArray ? "elements" : "members";
    int room = room(true);
    StringBuilder content = new StringBuilder(isArray ? "[" : "{");
    int size = 0;
    int next = offset;
    boolean isFull = false;
    String tooLong = null;
    for (Token token = scanner.next();
        token != Token.END_OBJECT && token != Token.END_ARRAY;
        token = scanner.next()) {
      String name = isArray ? "" : scanner.text();
      Token value = isArray ? token : scanner.next();
      int start = scanner.start();
      if (value == Token.START_OBJECT || value == Token.START_ARRAY) {
        scanner.skip();
      }
      if (size == next && !isFull && size - offset < count) {
        String entry = json.substring(start, scanner.end());
        String compact = ResultTruncation.withoutLayout(entry);
        String member = isArray ? compact : Json.write(name) + ":" + compact;
        isFull = content.length() + member.length() + 2 > room;
        if (!isFull) {
          content.append(next == offset ? "" : ",").append(member);
          next++;
        } else if (next == offset) {
          String entryPath = path + "/" + (isArray ? size : PointerToken.escape(name));
          int entryRoom = Math.max(ResultTruncation.MIN_CHARACTERS, room - entryPath.length());
          tooLong =
              "(shortened; all of it is at "
                  + entryPath
                  + ")\n"
                  + ResultTruncation.join(List.of(compact), entryRoom, true);
        }
      }
      size++;
    }
    checkOffset(unit, offset, size);
    return tooLong != null
        ? page(unit, offset, offset + 1, size, tooLong)
        : page(unit, offset, next, size, content.append(isArray ? "]" : "}").toString());
  }

  private String matches(String words, int offset, int count) throws NotThereException {
    Pattern pattern =
        Pattern.compile(words, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    List<String> matches = matches(pattern);
    if (matches.isEmpty()) {
      throw new NotThereException("The result does not contain the text to search for.");
    }
    checkOffset("matches", offset, matches.size());
    int room = room(false);
    StringBuilder content = new StringBuilder();
    int next = offset;
    while (next < matches.size()
        && next - offset < count
        && (next == offset || content.length() + matches.get(next).length() < room)) {
      content.append(content.length() == 0 ? "" : "\n").append(matches.get(next));
      next++;
    }
    String shown = content.length() <= room ? content.toString() : content.substring(0, room);
    return page("matches", offset, next, matches.size(), shown);
  }

  private List<String> matches(Pattern pattern) {
    String json = StoredResultNote.json(result.parts());
    try {
      if (json != null) {
        return JsonMatches.of(json, pattern);
      }
    } catch (JsonException e) {
      // it is prose that begins with a bracket
    }
    return inText(pattern);
  }

  private List<String> inText(Pattern pattern) {
    String text = text();
    List<String> matches = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    int line = 0;
    int counted = 0;
    int from = 0;
    while (matches.size() < JsonMatches.MAX_MATCHES
        && from <= text.length()
        && matcher.find(from)) {
      for (; counted < matcher.start(); counted++) {
        line += text.charAt(counted) == '\n' ? 1 : 0;
      }
      int start = matcher.start();
      int lineStart = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
      int lineEnd = text.indexOf('\n', matcher.end());
      lineEnd = lineEnd < 0 ? text.length() : lineEnd;
      int begin = boundary(text, Math.max(Math.min(lineStart, start), start - BEFORE_MATCH));
      int end = boundary(text, Math.min(lineEnd, matcher.end() + AFTER_MATCH));
      matches.add("line " + line + ", character " + start + ": " + text.substring(begin, end));
      from = Math.max(end, matcher.end());
    }
    return matches;
  }
}
