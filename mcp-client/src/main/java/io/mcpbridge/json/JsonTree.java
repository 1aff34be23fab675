package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.UnusableJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the values of one document. Its objects and arrays take as little heap as possible. */
final class JsonTree {

  private static final String[] NO_NAMES = {};

  /** The arrays in a result whose entries are used one by one. */
  private static final Set<String> LISTS =
      Set.of("tools", "prompts", "resources", "resourceTemplates");

  /** The depth of what is in their entries. */
  private static final int WITHIN_ENTRY = 4;

  private final JsonParser parser;
  private final JsonLimits limits;

  /** Members and elements of the open objects and arrays. */
  private @Nullable Object[] stack = new Object[32];

  private int top;
  private int count;

  /** The names of the last object of each depth: most objects of an array have the same. */
  private final String[][] names = {NO_NAMES, NO_NAMES, NO_NAMES, NO_NAMES, NO_NAMES, NO_NAMES};

  /** The names of the members that lead to the current value: of the message, and of its result. */
  private String member = "";

  private String memberOfResult = "";

  JsonTree(JsonParser parser, JsonLimits limits) {
    this.parser = parser;
    this.limits = limits;
  }

  @Nullable Object value() throws IOException {
    return value(0);
  }

  private @Nullable Object value(int depth) throws IOException {
    count();
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> decimal(depth);
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case VALUE_NULL -> null;
      default -> throw new JsonException("unexpected " + token);
    };
  }

  private void count() {
    if (++count > limits.maxValues()) {
      throw new JsonLimitException(
          JsonLimits.MAX_VALUES, "the JSON has more than " + limits.maxValues() + " values");
    }
  }

  private Object decimal(int depth) throws IOException {
    BigDecimal number = JsonNumbers.decimal(parser);
    return number != null
        ? number
        : unusable(
            depth,
            JsonReader.EXPONENT_TOO_LARGE
                + ", at "
                + JsonReader.position(parser.currentTokenLocation()));
  }

  private UnusableJson unusable(int depth, String reason) {
    if (depth < WITHIN_ENTRY || !member.equals("result") || !LISTS.contains(memberOfResult)) {
      throw new JsonException(reason);
    }
    return new UnusableJson(reason);
  }

  private Object object(int depth) throws IOException {
    int start = top;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      count();
      if (depth == 0) {
        member = name;
      } else if (depth == 1) {
        memberOfResult = name;
      }
      push(name);
      push(value(depth + 1));
    }
    int size = (top - start) / 2;
    Object members =
        size == 0
            ? Collections.emptyMap()
            : size <= CompactMap.MAX_SIZE
                ? compact(start, size, depth)
                : hashed(start, size, depth);
    pop(start);
    return members;
  }

  private Object compact(int start, int size, int depth) {
    String[] shared = depth < names.length ? names[depth] : NO_NAMES;
    if (!hasNames(shared, start, size)) {
      shared = new String[size];
      for (int i = 0; i < size; i++) {
        shared[i] = (String) stack[start + 2 * i];
        for (int before = 0; before < i; before++) {
          if (shared[before].equals(shared[i])) {
            return duplicate(depth, shared[i]);
          }
        }
      }
      if (depth < names.length) {
        names[depth] = shared;
      }
    }
    if (size == 1) {
      return Collections.singletonMap(shared[0], stack[start + 1]);
    }
    @Nullable Object[] values = new Object[size];
    for (int i = 0; i < size; i++) {
      values[i] = stack[start + 2 * i + 1];
    }
    return new CompactMap(shared, values);
  }

  private boolean hasNames(String[] expected, int start, int size) {
    boolean isSame = expected.length == size;
    for (int i = 0; isSame && i < size; i++) {
      isSame = expected[i].equals(stack[start + 2 * i]);
    }
    return isSame;
  }

  private Object hashed(int start, int size, int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>(size * 4 / 3 + 1);
    for (int i = start; i < top; i += 2) {
      String name = (String) stack[i];
      members.put(name, stack[i + 1]);
      if (members.size() <= (i - start) / 2) {
        return duplicate(depth, name);
      }
    }
    return Collections.unmodifiableMap(members);
  }

  private UnusableJson duplicate(int depth, String name) {
    return unusable(depth, "the member \"" + DisplayText.line(name, 60) + "\" is a duplicate");
  }

  private List<@Nullable Object> array(int depth) throws IOException {
    int start = top;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      push(value(depth + 1));
    }
    int size = top - start;
    List<@Nullable Object> elements =
        size == 0
            ? Collections.emptyList()
            : size == 1
                ? Collections.singletonList(stack[start])
                : new CompactList(Arrays.copyOfRange(stack, start, top));
    pop(start);
    return elements;
  }

  private void push(@Nullable Object value) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, top + (top >> 1));
    }
    stack[top++] = value;
  }

  private void pop(int start) {
    Arrays.fill(stack, start, top, null);
    top = start;
  }

  /** The elements of a JSON array, unmodifiable, in half of the heap that the JDK's lists need. */
  private static final class CompactList extends AbstractList<@Nullable Object>
      implements RandomAccess {

    private final @Nullable Object[] elements;

    CompactList(@Nullable Object[] elements) {
      this.elements = elements;
    }

    @Override
    public @Nullable Object get(int index) {
      return elements[index];
    }

    @Override
    public int size() {
      return elements.length;
    }

    @Override
    public @Nullable Object[] toArray() {
      return elements.clone();
    }
  }
}
