package io.mcpbridge.transport;

import io.mcpbridge.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a {@link WireTrace}: a message, the head of an HTTP response, or an event such as
 * the start of a process. Redacted and bounded. Immutable.
 */
public final class TraceRecord {

  private final Instant time;
  private final String server;
  private final Direction direction;
  private final String event;
  private final @Nullable String method;
  private final @Nullable String id;
  private final long bytes;
  private final Map<String, String> headers;
  private final @Nullable String body;

  /** Who sent a message. */
  public enum Direction {
    /** This client. */
    SENT("->"),

    /** The server. */
    RECEIVED("<-"),

    /** Not a message, such as the start of a process. */
    NONE("--");

    private final String arrow;

    Direction(String arrow) {
      this.arrow = arrow;
    }
  }

  TraceRecord(
      Instant time,
      String server,
      Direction direction,
      String event,
      @Nullable String method,
      @Nullable String id,
      long bytes,
      Map<String, String> headers,
      @Nullable String body) {
    this.time = time;
    this.server = server;
    this.direction = direction;
    this.event = event;
    this.method = method;
    this.id = id;
    this.bytes = bytes;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    this.body = body;
  }

  /** When it was sent, or had been received. */
  public Instant time() {
    return time;
  }

  /** The configured name of the server. */
  public String server() {
    return server;
  }

  /** Who sent it. */
  public Direction direction() {
    return direction;
  }

  /**
   * What it is: {@code request}, {@code response}, {@code error}, {@code notification}, {@code
   * batch}, {@code text} (no JSON-RPC), {@code POST https://example.com/mcp}, {@code HTTP 200 to
   * tools/call}, {@code process started ...}.
   */
  public String event() {
    return event;
  }

  /** The JSON-RPC method; {@code null} if it has none. */
  public @Nullable String method() {
    return method;
  }

  /** The JSON-RPC id as text; {@code null} if it has none. */
  public @Nullable String id() {
    return id;
  }

  /** The size of the message as sent, in bytes; 0 without one. */
  public long bytes() {
    return bytes;
  }

  /**
   * HTTP headers, in order, with secret values replaced by {@code ***}; empty for other transports.
   */
  public Map<String, String> headers() {
    return headers;
  }

  /** The message; {@code null} without one, and unless the level is {@link TraceLevel#BODIES}. */
  public @Nullable String body() {
    return body;
  }

  /**
   * For people: direction, event, method, id and size on the first line, then one line for each
   * header, then the body. Without the time, which logs add themselves.
   */
  public String text() {
    StringBuilder text = new StringBuilder(direction.arrow).append(' ').append(event);
    if (method != null) {
      text.append(' ').append(method);
    }
    if (id != null) {
      text.append(" id=").append(id);
    }
    if (bytes > 0) {
      text.append(" (").append(bytes).append(" bytes)");
    }
    headers.forEach((name, value) -> text.append("\n   ").append(name).append(": ").append(value));
    if (body != null) {
      text.append("\n   ").append(body.replace("\n", "\n   "));
    }
    return text.toString();
  }

  /** For tools: the components as one line of JSON; those that are absent are left out. */
  public String json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("time", time.toString());
    members.put("server", server);
    members.put("direction", direction.name().toLowerCase(Locale.ROOT));
    members.put("event", event);
    if (method != null) {
      members.put("method", method);
    }
    if (id != null) {
      members.put("id", id);
    }
    if (bytes > 0) {
      members.put("bytes", bytes);
    }
    if (!headers.isEmpty()) {
      members.put("headers", headers);
    }
    if (body != null) {
      members.put("body", body);
    }
    return Json.write(members);
  }

  /** As {@link #text()}. */
  @Override
  public String toString() {
    return text();
  }

  /** About how many characters it occupies in memory. */
  int length() {
    int length = event.length() + (body == null ? 0 : body.length());
    for (Map.Entry<String, String> header : headers.entrySet()) {
      length += header.getKey().length() + header.getValue().length();
    }
    return length;
  }
}
