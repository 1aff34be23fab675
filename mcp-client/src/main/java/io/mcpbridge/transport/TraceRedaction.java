package io.mcpbridge.transport;

import io.mcpbridge.internal.text.SecretName;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.UrlCredentials;
import io.mcpbridge.transport.TraceRecord.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
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

  private final List<List<String>> pointers;

  TraceRedaction(List<String> pointers) {
    this.pointers = pointers.stream().map(TraceRedaction::steps).toList();
  }

  private static List<String> steps(String pointer) {
    List<String> steps = new ArrayList<>();
    for (String step : pointer.substring(1).split("/", -1)) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    return steps;
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
            : !SecretName.is(name);
    return shown ? UrlCredentials.mask(value) : Secrets.MASK;
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
      return batch.stream().map(one -> value(one, pointers, mask)).toList();
    }
    return value(json, pointers, mask);
  }

  /**
   * @param below the steps from this value to what is to be hidden
   */
  private @Nullable Object value(
      @Nullable Object json, List<List<String>> below, UnaryOperator<String> mask) {
    if (json instanceof Map<?, ?> object) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      object.forEach(
          (key, member) -> {
            String name = String.valueOf(key);
            members.put(
                mask.apply(name),
                isSecret(name, member) ? Secrets.MASK : at(name, member, below, mask));
          });
      return members;
    }
    if (json instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (Object element : list) {
        elements.add(at(Integer.toString(elements.size()), element, below, mask));
      }
      return elements;
    }
    return json instanceof String text ? mask.apply(text) : json;
  }

  private @Nullable Object at(
      String name,
      @Nullable Object value,
      List<List<String>> pointing,
      UnaryOperator<String> mask) {
    List<List<String>> below = new ArrayList<>(0);
    for (List<String> steps : pointing) {
      if (steps.get(0).equals(ANY) || steps.get(0).equals(name)) {
        if (steps.size() == 1) {
          return Secrets.MASK;
        }
        below.add(steps.subList(1, steps.size()));
      }
    }
    return value(value, below, mask);
  }

  /** An object below such a name is rather a schema, whose members have names of their own. */
  private static boolean isSecret(String name, @Nullable Object value) {
    return isPlain(value) && !name.equals(PROGRESS_TOKEN) && SecretName.is(name);
  }

  private static boolean isPlain(@Nullable Object value) {
    return value instanceof String
        || value instanceof Number
        || (value instanceof List<?> list
            && list.stream().anyMatch(one -> one instanceof String || one instanceof Number));
  }
}
