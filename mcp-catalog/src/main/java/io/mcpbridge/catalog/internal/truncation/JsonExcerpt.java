package io.mcpbridge.catalog.internal.truncation;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonScanner;
import io.mcpbridge.json.JsonScanner.Token;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a JSON text as plain values, which takes little heap whatever the size of the
 * text. An array or object whose end is missing still has its whole size, although iterating it
 * ends earlier.
 */
public final class JsonExcerpt {

  /** Beyond the values wanted, each array and object still has so many, to show what it is like. */
  private static final int SAMPLE = 20;

  private final JsonScanner scanner;
  private final int maxValues;
  private int count;

  private JsonExcerpt(JsonScanner scanner, int maxValues) {
    this.scanner = scanner;
    this.maxValues = maxValues;
  }

  /**
   * Reads a text to its end.
   *
   * @param maxCharacters how many characters of JSON the excerpt should at least have
   * @throws JsonException if the text is not JSON
   */
  public static @Nullable Object of(String json, int maxCharacters) {
    try (JsonScanner scanner = new JsonScanner(json)) {
      // a value and its comma are two characters
      JsonExcerpt excerpt = new JsonExcerpt(scanner, Math.max(1_000, maxCharacters / 2));
      Object value = excerpt.value(scanner.next());
      if (scanner.next() != Token.END) {
        throw new JsonException("text after the end of the JSON value");
      }
      return value;
    }
  }

  private @Nullable Object value(Token token) {
    count++;
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case STRING -> scanner.text();
      case LITERAL -> Json.read(scanner.text());
      default -> throw new JsonException("no JSON");
    };
  }

  /** Whether an array or object of this size may have another value. */
  private boolean hasRoom(int size) {
    return count < maxValues || size < SAMPLE && count < 2 * maxValues;
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    int size = 0;
    for (Token token = scanner.next(); token != Token.END_OBJECT; token = scanner.next()) {
      boolean isKept = hasRoom(size);
      String name = isKept ? scanner.text() : "";
      Token value = scanner.next();
      if (isKept) {
        members.put(name, value(value));
      } else {
        skip(value);
      }
      size++;
    }
    return size == members.size() ? members : new BeginningOfObject(members, size);
  }

  private Collection<@Nullable Object> array() {
    List<@Nullable Object> elements = new ArrayList<>();
    int size = 0;
    for (Token token = scanner.next(); token != Token.END_ARRAY; token = scanner.next()) {
      if (hasRoom(size)) {
        elements.add(value(token));
      } else {
        skip(token);
      }
      size++;
    }
    return size == elements.size() ? elements : new Beginning<>(elements, size);
  }

  private void skip(Token token) {
    if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
      scanner.skip();
    }
  }

  private static final class Beginning<E extends @Nullable Object> extends AbstractCollection<E> {

    private final Collection<E> elements;
    private final int size;

    Beginning(Collection<E> elements, int size) {
      this.elements = elements;
      this.size = size;
    }

    @Override
    public Iterator<E> iterator() {
      return elements.iterator();
    }

    @Override
    public int size() {
      return size;
    }
  }

  private static final class BeginningOfObject extends AbstractMap<String, @Nullable Object> {

    private final Map<String, @Nullable Object> members;
    private final int size;

    BeginningOfObject(Map<String, @Nullable Object> members, int size) {
      this.members = members;
      this.size = size;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
          return members.entrySet().iterator();
        }

        @Override
        public int size() {
          return size;
        }
      };
    }
  }
}
