package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text token by token, whatever its size, without building the values in it. Not
 * thread-safe.
 */
public final class JsonScanner implements AutoCloseable {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonLimits.defaults().maxDepth())
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(65_536)
                  .build())
          .build();

  private final JsonParser parser;

  /**
   * Begins before the first token.
   *
   * @param json the text
   */
  public JsonScanner(String json) {
    try {
      parser = FACTORY.createParser(new StringReader(json)); // which does not copy it
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
  }

  /** A token. */
  public enum Token {
    START_OBJECT,
    END_OBJECT,
    START_ARRAY,
    END_ARRAY,
    NAME,
    STRING,
    LITERAL,
    END
  }

  /**
   * Advances.
   *
   * @return {@link Token#END} after the last token
   * @throws JsonException if the text is not JSON
   */
  public Token next() {
    JsonToken token;
    try {
      token = parser.nextToken();
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
    if (token == null) {
      return Token.END;
    }
    return switch (token) {
      case START_OBJECT -> Token.START_OBJECT;
      case END_OBJECT -> Token.END_OBJECT;
      case START_ARRAY -> Token.START_ARRAY;
      case END_ARRAY -> Token.END_ARRAY;
      case FIELD_NAME -> Token.NAME;
      case VALUE_STRING -> Token.STRING;
      default -> Token.LITERAL;
    };
  }

  /** The name, the content of the string, or a number or literal as written. */
  public String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
  }

  /** Advances to the end of the object or array that has just begun. */
  public void skip() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
  }

  /** Where the current token begins, in characters from the start of the text. */
  public int start() {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  /** Where the current token ends. */
  public int end() {
    try {
      parser.finishToken();
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
    return (int) parser.currentLocation().getCharOffset();
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException unreachable) { // the text is in memory
      throw JsonReader.notJson(unreachable);
    }
  }

  /** Whether a text is exactly one JSON value. */
  public static boolean isJson(String text) {
    try (JsonScanner scanner = new JsonScanner(text)) {
      Token first = scanner.next();
      if (first == Token.START_OBJECT || first == Token.START_ARRAY) {
        scanner.skip();
      }
      return first != Token.END && scanner.next() == Token.END;
    } catch (JsonException e) {
      return false;
    }
  }

  /**
   * Whether a text is this value as JSON, in any layout and order of members.
   *
   * @param value plain Java values
   */
  public static boolean isJson(String text, @Nullable Object value) {
    try (JsonScanner scanner = new JsonScanner(text)) {
      return scanner.next() != Token.END && scanner.isNext(value) && scanner.next() == Token.END;
    } catch (JsonException | IOException e) {
      return false;
    }
  }

  /** Whether the value of the current token, and those in it, are equal to this one. */
  private boolean isNext(@Nullable Object value) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> value instanceof Map<?, ?> object && hasMembers(object);
      case START_ARRAY -> value instanceof List<?> array && hasElements(array);
      case VALUE_STRING -> value instanceof String string && string.equals(parser.getText());
      case VALUE_NUMBER_INT -> value instanceof Number && value.equals(parser.getNumberValue());
      case VALUE_NUMBER_FLOAT ->
          value instanceof Number && value.equals(JsonNumbers.decimal(parser));
      case VALUE_TRUE -> Boolean.TRUE.equals(value);
      case VALUE_FALSE -> Boolean.FALSE.equals(value);
      default -> value == null;
    };
  }

  private boolean hasMembers(Map<?, ?> object) throws IOException {
    int count = 0;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      count++;
      parser.nextToken();
      if (!object.containsKey(name) || !isNext(object.get(name))) {
        return false;
      }
    }
    return count == object.size(); // the parser rejects duplicates
  }

  private boolean hasElements(List<?> array) throws IOException {
    Iterator<?> elements = array.iterator();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!elements.hasNext() || !isNext(elements.next())) {
        return false;
      }
    }
    return !elements.hasNext();
  }
}
