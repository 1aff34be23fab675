package io.mcpbridge.transport;

import io.mcpbridge.internal.text.PointerToken;
import io.mcpbridge.internal.text.SecretName;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.UrlCredentials;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.TraceRecord.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces secrets in headers and messages before they are recorded. */
final class TraceRedaction {

  private static final String ANY = "*";

  /** Has the name of a secret, but is the client's own counter (all revisions, progress). */
  private static final String PROGRESS_TOKEN = "progressToken";

  private static final String SESSION_ID = "mcp-session-id";

  /** Identifies a session well enough to follow it, and opens none. */
  private static final int SESSION_ID_SHOWN = 4;

  private static final int LONG_SESSION_ID = 16;

  /** Request headers of HTTP and of the protocol; others come from the application. */
  private static final Set<String> SHOWN_REQUEST_HEADERS =
      Set.of(
          "accept",
          "accept-encoding",
          "baggage",
          "content-length",
          "content-type",
          "host",
          "last-event-id",
          "mcp-method",
          "mcp-name",
          "mcp-protocol-version",
          "traceparent",
          "tracestate",
          "user-agent");

  /** Response headers whose value is a URL, which may be relative. */
  private static final Set<String> URL_HEADERS = Set.of("content-location", "location");

  /**
   * The name of a member in a text that is not JSON as a whole, with the same number of backslashes
   * before both quotation marks if the text is quoted in another.
   */
  private static final Pattern MEMBER =
      Pattern.compile("(?<!\\\\)(\\\\*)\"([^\"\\\\]{1,100})\\1\"\\s*:\\s*");

  private static final Pattern NUMBER_OR_LITERAL = Pattern.compile("[^\\s,}\\]\"\\\\]+");
  private static final Pattern LITERAL = Pattern.compile("true|false|null");
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Members of messages that are a JSON Schema (all revisions). */
  private static final Set<String> SCHEMAS =
      Set.of("inputSchema", "outputSchema", "requestedSchema");

  /** Limit of the values at pointers that are looked for in the rest of the message. */
  private static final int MAX_REPEATED = 100;

  /** Limit of JSON in a text in JSON in a text, against a deep stack. */
  private static final int MAX_NESTING = 5;

  private static final List<List<String>> NOTHING = List.of();

  /** Not as deep as a message, since the text may be deep in one. */
  private static final JsonReader READER = new JsonReader(JsonLimits.defaults().withMaxDepth(200));

  private final List<List<String>> pointers;

  TraceRedaction(List<String> pointers) {
    this.pointers = pointers.stream().map(PointerToken::split).toList();
  }

  /** Whether a message that cannot be parsed may contain what a pointer hides. */
  boolean hidesUnparsed() {
    return !pointers.isEmpty();
  }

  String header(Direction direction, String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals(SESSION_ID)) {
      return value.length() < LONG_SESSION_ID
          ? Secrets.MASK
          : value.substring(0, SESSION_ID_SHOWN) + "...";
    }
    boolean shown =
        direction == Direction.SENT
            ? SHOWN_REQUEST_HEADERS.contains(lower) && !(lower.equals("mcp-name") && hidesName())
            : !SecretName.isHeader(name);
    if (!shown) {
      return Secrets.MASK;
    }
    return URL_HEADERS.contains(lower)
        ? UrlCredentials.mask(value).replaceFirst("(?s)[?#].+", "?" + Secrets.MASK)
        : UrlCredentials.maskQueries(value);
  }

  /** Whether the member that the header repeats is to be hidden. */
  private boolean hidesName() {
    return pointers.stream()
        .anyMatch(
            steps ->
                steps.size() == 2
                    && Set.of("params", ANY).contains(steps.get(0))
                    && Set.of("name", "uri", "taskId", ANY).contains(steps.get(1)));
  }

  /** The message, or each message of a batch. */
  @Nullable Object message(@Nullable Object json, UnaryOperator<String> mask) {
    if (json instanceof List<?> batch) {
      return batch.stream().map(element -> redacted(element, mask)).toList();
    }
    return redacted(json, mask);
  }

  private @Nullable Object redacted(@Nullable Object json, UnaryOperator<String> mask) {
    if (pointers.isEmpty()) {
      return new Redacting(mask, Set.of(), 0).value(json, NOTHING, Place.MESSAGE);
    }
    Set<Object> pointed = new LinkedHashSet<>();
    pointers.forEach(steps -> collect(json, steps, pointed));
    Secrets repeated =
        Secrets.of(
            pointed.stream().filter(String.class::isInstance).map(String.class::cast).toList());
    return new Redacting(text -> mask.apply(repeated.maskKnown(text)), pointed, 0)
        .value(json, pointers, Place.MESSAGE);
  }

  /** A text that is not exactly one JSON value, but may contain JSON. */
  String text(String text, UnaryOperator<String> mask) {
    return new Redacting(mask, Set.of(), 0).text(text);
  }

  /** The first texts and numbers at and below what the steps point to. */
  private static void collect(@Nullable Object json, List<String> steps, Set<Object> pointed) {
    if (pointed.size() >= MAX_REPEATED) {
      return;
    }
    if (json instanceof Map<?, ?> object) {
      object.forEach((name, member) -> collectAt(String.valueOf(name), member, steps, pointed));
    } else if (json instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        collectAt(Integer.toString(i), list.get(i), steps, pointed);
      }
    } else if (steps.isEmpty() && (json instanceof String || json instanceof Number)) {
      pointed.add(json);
    }
  }

  private static void collectAt(
      String name, @Nullable Object value, List<String> steps, Set<Object> pointed) {
    if (steps.isEmpty()) {
      collect(value, steps, pointed);
    } else if (steps.get(0).equals(ANY) || steps.get(0).equals(name)) {
      collect(value, steps.subList(1, steps.size()), pointed);
    }
  }

  /** Where a value is. */
  private enum Place {
    MESSAGE,

    /** In a JSON Schema, where an object below the name of a secret describes it. */
    SCHEMA,

    /** In JSON that a message contains as text. */
    TEXT
  }

  /**
   * Redacts one message.
   *
   * @param pointed the values at the pointers, which JSON in a text may repeat
   * @param nesting how many texts contain this value
   */
  private record Redacting(UnaryOperator<String> mask, Set<Object> pointed, int nesting) {

    /**
     * @param below the steps from this value to what is to be hidden
     */
    @Nullable Object value(@Nullable Object json, List<List<String>> below, Place place) {
      if (json instanceof Map<?, ?> object) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        object.forEach(
            (key, member) -> {
              String name = String.valueOf(key);
              members.put(
                  mask.apply(name),
                  isSecret(name, member, place)
                      ? Secrets.MASK
                      : child(name, member, below, SCHEMAS.contains(name) ? Place.SCHEMA : place));
            });
        return members;
      }
      if (json instanceof List<?> list) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object element : list) {
          elements.add(child(Integer.toString(elements.size()), element, below, place));
        }
        return elements;
      }
      if (place == Place.TEXT && json != null && pointed.contains(json)) {
        return Secrets.MASK;
      }
      return json instanceof String text ? text(text) : json;
    }

    private @Nullable Object child(
        String name, @Nullable Object value, List<List<String>> pointing, Place place) {
      List<List<String>> below = new ArrayList<>(0);
      for (List<String> steps : pointing) {
        if (steps.get(0).equals(ANY) || steps.get(0).equals(name)) {
          if (steps.size() == 1) {
            return Secrets.MASK;
          }
          below.add(steps.subList(1, steps.size()));
        }
      }
      return value(value, below, place);
    }

    /** Keeps the format of JSON in which nothing is to be hidden. */
    String text(String text) {
      String start = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
      if (nesting < MAX_NESTING && isObjectOrArray(start.stripLeading())) {
        try {
          Object json = READER.read(start);
          Object redacted =
              new Redacting(mask, pointed, nesting + 1).value(json, NOTHING, Place.TEXT);
          return mask.apply(Objects.equals(json, redacted) ? text : Json.write(redacted));
        } catch (JsonException notJson) {
          // may contain JSON all the same: several lines of it, or an object with duplicate members
        }
      }
      return mask.apply(withoutSecretMembers(text));
    }
  }

  private static boolean isObjectOrArray(String text) {
    return text.startsWith("{") || text.startsWith("[");
  }

  private static String withoutSecretMembers(String text) {
    StringBuilder redacted = new StringBuilder();
    int copied = 0;
    Matcher member = MEMBER.matcher(text).useTransparentBounds(true);
    while (member.find()) {
      int start = member.end();
      int end = endOfSecret(text, member.group(2), member.group(1) + '"', start);
      if (end > start) {
        redacted.append(text, copied, start).append(Secrets.MASK);
        copied = end;
        member.region(end, text.length());
      }
    }
    return redacted.append(text, copied, text.length()).toString();
  }

  /** Where the value ends that starts here, or the start if it is no secret. */
  private static int endOfSecret(String text, String name, String quote, int start) {
    if (!SecretName.is(name) || name.equals(PROGRESS_TOKEN)) {
      return start;
    }
    if (text.startsWith(quote, start)) {
      return endOfString(text, start + quote.length(), quote.length());
    }
    if (isObjectOrArray(text.substring(start, Math.min(start + 1, text.length())))) {
      return text.length(); // its end is not certain in a text that is not JSON
    }
    Matcher value = NUMBER_OR_LITERAL.matcher(text).region(start, text.length());
    boolean isSecret =
        value.lookingAt()
            && SecretName.isOfNumber(name)
            && !LITERAL.matcher(value.group()).matches();
    return isSecret ? value.end() : start;
  }

  /**
   * @param quoteLength one, and the backslashes before each quotation mark; the string ends at the
   *     first that is not escaped once more than that
   */
  private static int endOfString(String text, int start, int quoteLength) {
    int backslashes = 0;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) == '"' && (backslashes + 1) % (2 * quoteLength) != 0) {
        return backslashes + 1 < quoteLength ? i - backslashes : i + 1;
      }
      backslashes = text.charAt(i) == '\\' ? backslashes + 1 : 0;
    }
    return text.length();
  }

  private static boolean isSecret(String name, @Nullable Object value, Place place) {
    return (isPlain(value) || (place != Place.SCHEMA && isFilled(value)))
        && !name.equals(PROGRESS_TOKEN)
        && (value instanceof Number ? SecretName.isOfNumber(name) : SecretName.is(name));
  }

  private static boolean isPlain(@Nullable Object value) {
    return value instanceof String
        || value instanceof Number
        || (value instanceof List<?> list
            && list.stream()
                .anyMatch(element -> element instanceof String || element instanceof Number));
  }

  private static boolean isFilled(@Nullable Object value) {
    return (value instanceof Map<?, ?> object && !object.isEmpty())
        || (value instanceof List<?> list && !list.isEmpty());
  }
}
