package io.mcpbridge.transport;

import io.mcpbridge.internal.message.TopLevelId;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.TraceRecord.Direction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a transport reports about one server, for a {@link WireTrace}. Transports ask {@link #isOn}
 * before they prepare anything, so that a trace that is off costs one read of a field for each
 * message. Never throws. Thread-safe.
 *
 * <pre>{@code
 * ServerTrace trace = listener.trace();
 * if (trace.isOn()) {
 *   trace.sent(bytes, text -> text);
 * }
 * }</pre>
 */
public final class ServerTrace {

  /** Longer messages are recorded without their body, since redaction needs all of a message. */
  public static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  /** Limit of the characters that are kept for one server. */
  private static final int MAX_KEPT_CHARACTERS = 1024 * 1024;

  private static final Logger log = LoggerFactory.getLogger(ServerTrace.class);

  private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

  private static final ServerTrace OFF =
      new ServerTrace("", WireTrace.builder().maxRecords(0).build());

  private final String server;
  private final WireTrace settings;
  private final Logger wire;
  private final Deque<TraceRecord> records = new ArrayDeque<>();
  private int recordCharacters;
  private volatile TraceLevel level = TraceLevel.OFF;

  ServerTrace(String server, WireTrace settings) {
    this.server = server;
    this.settings = settings;
    this.wire = LoggerFactory.getLogger(WireTrace.LOGGER + (server.isEmpty() ? "" : "." + server));
  }

  /** Ignores everything. */
  static ServerTrace off() {
    return OFF;
  }

  void level(TraceLevel now) {
    level = now;
  }

  List<TraceRecord> records() {
    synchronized (records) {
      return List.copyOf(records);
    }
  }

  /** Whether records are wanted. May change at any time. */
  public boolean isOn() {
    return level != TraceLevel.OFF;
  }

  /**
   * A message is being sent.
   *
   * @param message its JSON in UTF-8
   * @param mask hides values that only the transport knows to be secrets
   */
  public void sent(byte[] message, UnaryOperator<String> mask) {
    record(Direction.SENT, null, Map.of(), message, 0, message.length, message.length, mask);
  }

  /**
   * A message, or another text from the server, was received.
   *
   * @param buffer holds it, in UTF-8
   * @param mask as for {@link #sent(byte[], UnaryOperator)}
   */
  public void received(byte[] buffer, int offset, int length, UnaryOperator<String> mask) {
    record(Direction.RECEIVED, null, Map.of(), buffer, offset, length, length, mask);
  }

  /**
   * Same, for a message of which only the start is known.
   *
   * @param total its size in bytes
   */
  public void received(byte[] start, long total, UnaryOperator<String> mask) {
    record(Direction.RECEIVED, null, Map.of(), start, 0, start.length, total, mask);
  }

  /**
   * A request with headers is being sent.
   *
   * @param event what it is, such as {@code POST https://example.com/mcp}, without secrets
   * @param headers as they are sent
   * @param body the message; empty if there is none
   * @param mask as for {@link #sent(byte[], UnaryOperator)}
   */
  public void sent(
      String event, Map<String, String> headers, byte[] body, UnaryOperator<String> mask) {
    record(Direction.SENT, event, headers, body, 0, body.length, body.length, mask);
  }

  /**
   * The head of a response was received.
   *
   * @param event what it is, such as {@code HTTP 200 to tools/call}, without secrets
   * @param headers as they were received
   * @param mask as for {@link #sent(byte[], UnaryOperator)}
   */
  public void received(String event, Map<String, String> headers, UnaryOperator<String> mask) {
    record(Direction.RECEIVED, event, headers, new byte[0], 0, 0, 0, mask);
  }

  /**
   * Something else happened to the connection.
   *
   * @param event one line without secrets
   */
  public void event(String event) {
    record(Direction.NONE, event, Map.of(), new byte[0], 0, 0, 0, UnaryOperator.identity());
  }

  private void record(
      Direction direction,
      @Nullable String event,
      Map<String, String> headers,
      byte[] buffer,
      int offset,
      int length,
      long total,
      UnaryOperator<String> mask) {
    TraceLevel now = level;
    if (now == TraceLevel.OFF) {
      return;
    }
    try {
      Map<String, String> redactedHeaders = new LinkedHashMap<>();
      headers.forEach(
          (name, value) ->
              redactedHeaders.put(
                  name,
                  ServerText.line(
                      mask.apply(settings.redaction().header(direction, name, value)))));
      Message message = Message.of(buffer, offset, length, total);
      add(
          new TraceRecord(
              Instant.now(),
              server,
              direction,
              event != null ? event : message.kind(),
              message.text("method"),
              message.text("id"),
              total,
              redactedHeaders,
              total > 0 && now == TraceLevel.BODIES ? body(message, mask) : null));
    } catch (RuntimeException e) { // must not fail the call
      log.warn("A message of \"{}\" could not be traced: {}", server, e.getClass().getName());
    }
  }

  private void add(TraceRecord entry) {
    if (wire.isInfoEnabled()) {
      wire.info(settings.json() ? entry.json() : entry.text());
    }
    keep(entry);
    for (Consumer<? super TraceRecord> listener : settings.listeners()) {
      try {
        listener.accept(entry);
      } catch (RuntimeException e) {
        log.warn("A listener of the wire trace failed", e);
      }
    }
  }

  private void keep(TraceRecord entry) {
    synchronized (records) {
      records.addLast(entry);
      recordCharacters += entry.length();
      while (records.size() > settings.maxRecords() || recordCharacters > MAX_KEPT_CHARACTERS) {
        recordCharacters -= records.removeFirst().length();
      }
    }
  }

  private String body(Message message, UnaryOperator<String> mask) {
    String text;
    if (message.isCut()) {
      return "(not shown: longer than " + MAX_MESSAGE_BYTES + " bytes)";
    } else if (message.json() != null) {
      text = Json.write(settings.redaction().message(message.json(), mask));
    } else if (settings.redaction().hidesUnparsed()) {
      return "(not shown: not JSON, so the configured JSON pointers cannot be applied)";
    } else {
      text = settings.redaction().text(message.raw(), mask);
    }
    String plain = DisplayText.plain(text);
    int max = settings.maxBody();
    if (plain.length() <= max) {
      return plain;
    }
    int end = max > 0 && Character.isHighSurrogate(plain.charAt(max - 1)) ? max - 1 : max;
    return plain.substring(0, end) + "... (" + plain.length() + " characters)";
  }

  /**
   * @param json the parsed message; {@code null} if it is none
   * @param isCut whether more was sent than is known
   */
  private record Message(
      byte[] buffer, int offset, int length, @Nullable Object json, boolean isCut) {

    static Message of(byte[] buffer, int offset, int length, long total) {
      boolean isCut = total > length || length > MAX_MESSAGE_BYTES;
      Object json = null;
      if (length > 0 && !isCut) {
        try {
          json = READER.read(buffer, offset, length);
        } catch (JsonException | StackOverflowError noJson) {
          // shown as text
        }
      }
      return new Message(buffer, offset, length, json, isCut);
    }

    String raw() {
      return new String(buffer, offset, length, StandardCharsets.UTF_8).strip();
    }

    String kind() {
      if (json instanceof List) {
        return "batch";
      }
      if (!(json instanceof Map<?, ?> object)) {
        return isCut ? "message" : "text";
      }
      if (object.containsKey("method")) {
        return object.containsKey("id") ? "request" : "notification";
      }
      return object.containsKey("error") ? "error" : "response";
    }

    @Nullable String text(String member) {
      if (json instanceof Map<?, ?> object) {
        Object value = object.get(member);
        return value instanceof String || value instanceof Number
            ? ServerText.line(value.toString())
            : null;
      }
      if (member.equals("id") && length > 0) {
        TopLevelId scan = new TopLevelId();
        scan.feed(buffer, offset, Math.min(length, MAX_MESSAGE_BYTES));
        return scan.id() == null ? null : ServerText.line(scan.id().value().toString());
      }
      return null;
    }
  }
}
