package io.mcpbridge.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cause why a text is no JSON, for the mistakes that people make when they edit a file by hand.
 *
 * @param line the 1-based line to change
 * @param message what is wrong there, without values from the file
 */
record JsonMistake(int line, String message) {

  private static final String QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb'`";

  private static final class Scan {

    private final String text;
    private final Deque<Character> open = new ArrayDeque<>();
    private final Deque<Integer> openLines = new ArrayDeque<>();
    private int offset;
    private int line = 1;

    /** The last character outside of strings that is no space or comment; 0 at the begin. */
    private char last;

    private int lastLine = 1;

    /** Whether the last string is the name of a member. */
    private boolean isName;

    Scan(String text) {
      this.text = text;
    }

    @Nullable JsonMistake first() {
      while (offset < text.length()) {
        char character = text.charAt(offset);
        if (skipsSpace(character)) {
          continue;
        }
        JsonMistake mistake = next(character);
        if (mistake != null) {
          return mistake;
        }
        last = character;
        lastLine = line;
        offset++;
      }
      return open.isEmpty()
          ? null
          : new JsonMistake(
              openLines.getFirst(),
              "the file ends before the "
                  + closing(open.getFirst())
                  + " for the "
                  + open.getFirst()
                  + " of line "
                  + openLines.getFirst());
    }

    private boolean skipsSpace(char character) {
      int end = offset + 1;
      if (text.startsWith("//", offset)) {
        end = indexOf("\n", 0);
      } else if (text.startsWith("/*", offset)) {
        end = indexOf("*/", 2);
      } else if (!Character.isWhitespace(character) && character != '\uFEFF') {
        return false;
      }
      for (; offset < end; offset++) {
        line += text.charAt(offset) == '\n' ? 1 : 0;
      }
      return true;
    }

    private int indexOf(String end, int length) {
      int index = text.indexOf(end, offset);
      return index < 0 ? text.length() : index + length;
    }

    private @Nullable JsonMistake next(char character) {
      if (QUOTES.indexOf(character) >= 0) {
        return new JsonMistake(
            line, character + " is no quotation mark of JSON; write \" before and after the text");
      } else if (character == '}' || character == ']') {
        return close(character);
      } else if (",:".indexOf(character) >= 0) {
        isName = false;
        return null;
      } else if (isLiteral(character) && isLiteral(text.charAt(Math.max(0, offset - 1)))) {
        return null; // the rest of a number or literal
      } else if (!open.isEmpty() && ("\"}]".indexOf(last) >= 0 || isLiteral(last))) {
        return isName
            ? new JsonMistake(lastLine, "a : is missing after the name in line " + lastLine)
            : new JsonMistake(lastLine, "a comma is missing after line " + lastLine);
      }
      isName = last == '{' || last == ',' && Objects.equals(open.peek(), '{');
      if (isName && isLiteral(character)) {
        return new JsonMistake(line, "a name has no \" before and after it");
      } else if (character == '{' || character == '[') {
        open.push(character);
        openLines.push(line);
      }
      return character == '"' ? string() : null;
    }

    private @Nullable JsonMistake close(char character) {
      if (open.isEmpty()) {
        return null;
      }
      char begin = open.pop();
      int beginLine = openLines.pop();
      return closing(begin) == character
          ? null
          : new JsonMistake(
              line,
              "the "
                  + begin
                  + " of line "
                  + beginLine
                  + " needs "
                  + closing(begin)
                  + " before this "
                  + character);
    }

    /** Moves to the end of a string. */
    private @Nullable JsonMistake string() {
      for (offset++; offset < text.length(); offset++) {
        char character = text.charAt(offset);
        if (character == '"') {
          return null;
        } else if (character == '\n' || character == '\r') {
          break;
        } else if (character == '\\' && !isEscape()) {
          return new JsonMistake(
              line, "a backslash in a string is written twice, such as in C:\\\\Users");
        } else if (character == '\\') {
          offset++;
        }
      }
      return new JsonMistake(line, "a string has no \" at its end");
    }

    private boolean isEscape() {
      return text.regionMatches(offset, "\\u", 0, 2)
          ? text.substring(offset + 2, Math.min(text.length(), offset + 6))
              .matches("\\p{XDigit}{4}")
          : offset + 1 < text.length() && "\"\\/bfnrt".indexOf(text.charAt(offset + 1)) >= 0;
    }

    private static boolean isLiteral(char character) {
      return Character.isLetterOrDigit(character) || "+-._$".indexOf(character) >= 0;
    }

    private static char closing(char begin) {
      return begin == '{' ? '}' : ']';
    }
  }

  /**
   * Finds the first mistake.
   *
   * @param parsedLine the line in which the parser found it
   * @return {@code null} if it is none of these
   */
  static @Nullable JsonMistake of(String text, int parsedLine) {
    Scan scan = new Scan(text);
    JsonMistake mistake = scan.first();
    return scan.line <= parsedLine ? mistake : null;
  }
}
