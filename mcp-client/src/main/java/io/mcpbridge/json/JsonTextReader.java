package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a {@link JsonText} and records the positions of its values. */
final class JsonTextReader {

  /** More than any configuration file needs. */
  private static final int MAX_DEPTH = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final JsonParser parser;
  private final Map<List<String>, JsonPosition> places = new HashMap<>();
  private final List<List<String>> doubles = new ArrayList<>();

  private JsonTextReader(JsonParser parser) {
    this.parser = parser;
  }

  static JsonText read(String text) {
    // Replaces a byte order mark by a space, to keep the positions correct.
    String readable = text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
    try (JsonParser parser = FACTORY.createParser(readable)) {
      JsonTextReader reader = new JsonTextReader(parser);
      if (parser.nextToken() == null) {
        throw new JsonException("no JSON");
      }
      int line = reader.line();
      int start = reader.tokenStart();
      Object value = reader.value(List.of());
      reader.places.put(List.of(), new JsonPosition(start, start, reader.tokenEnd(), line));
      if (parser.nextToken() != null) {
        throw new JsonException(
            "text after the end of the JSON value, at line " + reader.line(), reader.line());
      }
      return new JsonText(text, value, reader.places, List.copyOf(reader.doubles));
    } catch (IOException e) {
      throw JsonReader.notJson(e);
    }
  }

  static List<String> child(List<String> parent, String name) {
    List<String> path = new ArrayList<>(parent);
    path.add(name);
    return List.copyOf(path);
  }

  /**
   * @param path the path of the value; {@code null} within an array
   */
  private @Nullable Object value(@Nullable List<String> path) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(path);
      case START_ARRAY -> array();
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> decimal();
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case VALUE_NULL -> null;
      default -> throw new JsonException("unexpected " + token + " at line " + line());
    };
  }

  private BigDecimal decimal() throws IOException {
    BigDecimal number = JsonNumbers.decimal(parser);
    if (number == null) {
      throw new JsonException(JsonReader.EXPONENT_TOO_LARGE + ", at line " + line());
    }
    return number;
  }

  private Map<String, @Nullable Object> object(@Nullable List<String> path) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int line = line();
      int from = tokenStart();
      parser.nextToken();
      int start = tokenStart();
      List<String> member = path == null ? null : child(path, name);
      Object value = value(member);
      if (members.containsKey(name) && member != null) {
        doubles.add(member);
      }
      members.remove(name); // the last one counts, and so does its place
      members.put(name, value);
      if (member != null) {
        places.put(member, new JsonPosition(from, start, tokenEnd(), line));
      }
    }
    return Collections.unmodifiableMap(members);
  }

  private List<@Nullable Object> array() throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(null));
    }
    return Collections.unmodifiableList(elements);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private int tokenStart() {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  /** The parser reads a string to its end only on request, which has happened before. */
  private int tokenEnd() {
    return (int) parser.currentLocation().getCharOffset();
  }
}
