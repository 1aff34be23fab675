package io.mcpbridge.test.internal.http;

import io.mcpbridge.json.Json;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.message.MessageStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event stream at the protocol level. Starts with its first message. A resumable stream outlives
 * its connection and remembers its events. Thread-safe.
 */
final class ServerEventStream implements MessageStream {

  /** Maximum number of events that one stream remembers. */
  private static final int MAX_KEPT = 10_000;

  private record Event(String id, String text) {}

  /** The ids of the events of a stream that clients can resume. */
  interface EventIdSource {

    String next();

    /** The stream starts. */
    void open(ServerEventStream stream);
  }

  private final SseEvents events;
  private final @Nullable EventIdSource ids;
  private final Deque<Event> sentEvents = new ArrayDeque<>();
  private volatile HttpReply reply;
  private volatile boolean over;
  private boolean begun;

  /** A stream; without ids it ends with its connection. */
  ServerEventStream(HttpReply reply, SseFormat format, @Nullable EventIdSource ids) {
    this.reply = reply;
    this.events = new SseEvents(format);
    this.ids = ids;
  }

  synchronized boolean hasBegun() {
    return begun;
  }

  /** Sends the response headers, unless already sent. */
  synchronized void begin(Map<String, String> headers) {
    if (begun) {
      return;
    }
    begun = true;
    reply.begin(headersOf(headers));
    if (ids != null) {
      ids.open(this);
    } else if (events.format().primed()) {
      write(events.priming("0", null));
    }
  }

  @Override
  public synchronized boolean send(Object json) {
    if (over || (ids == null && reply.isOver())) {
      return false;
    }
    begin(Map.of());
    String id = ids == null ? null : ids.next();
    event(id, events.event(id, Json.write(json)));
    return true;
  }

  /** A priming event without data, so that the client has an id before anything can be lost. */
  synchronized void prime(String id, @Nullable String retryMillis) {
    event(id, events.priming(id, retryMillis));
  }

  /** The reconnection time. */
  synchronized void retry(String millis) {
    write(events.retry(millis));
  }

  /** An event that is no message. */
  synchronized void named(String name, String data) {
    begin(Map.of());
    write(events.named(name, data));
  }

  /** A comment, as a keep-alive; ignored if the stream has not started. */
  synchronized void comment(String text) {
    if (begun) {
      write(events.comment(text));
    }
  }

  /** Any text; not replayed on resumption. */
  synchronized void raw(String text) {
    begin(Map.of());
    write(text);
  }

  @Override
  public synchronized void end() {
    begin(Map.of());
    over = true;
    reply.end();
  }

  /** Ends the connection normally; the stream, too, if it is not resumable. */
  synchronized void pause() {
    begin(Map.of());
    reply.end();
  }

  /** Drops the connection, if there is one. */
  synchronized void drop() {
    if (!reply.isOver()) { // once complete, its connection may serve other requests
      reply.drop();
    }
  }

  /** Continues over another connection, after the event with this id. */
  synchronized void resume(HttpReply on, String lastEventId) {
    drop();
    reply = on;
    reply.begin(headersOf(Map.of()));
    boolean isReceived = sentEvents.stream().anyMatch(event -> event.id().equals(lastEventId));
    for (Event event : sentEvents) {
      if (!isReceived) {
        write(event.text());
      }
      isReceived = isReceived && !event.id().equals(lastEventId);
    }
    if (over) {
      reply.end();
    }
  }

  @Override
  public boolean isOpen() {
    return !over && !reply.isOver();
  }

  /** Whether it survives without a connection. */
  @Override
  public boolean outlivesConnections() {
    return ids != null && !over;
  }

  /**
   * Since when there is no connection, as {@link System#nanoTime}; {@code null} if there is one.
   */
  @Nullable Long disconnectedSince() {
    HttpReply latest = reply;
    return latest.isOver() ? latest.overSince() : null;
  }

  private static Map<String, String> headersOf(Map<String, String> headers) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "text/event-stream");
    all.put("Cache-Control", "no-cache");
    all.put("X-Accel-Buffering", "no");
    return all;
  }

  private void event(@Nullable String id, String text) {
    if (id != null) {
      if (sentEvents.size() == MAX_KEPT) {
        sentEvents.removeFirst();
      }
      sentEvents.addLast(new Event(id, text));
    }
    write(text);
  }

  private void write(String text) {
    reply.chunk(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes server-sent events in a format. */
  private record SseEvents(SseFormat format) {

    /** A priming event: with an id but no data, optionally with a reconnection time. */
    String priming(String id, @Nullable String retryMillis) {
      return field("id", id)
          + (retryMillis == null ? "" : field("retry", retryMillis))
          + field("data", "")
          + format.lineEnd();
    }

    /** A message. */
    String event(@Nullable String id, String json) {
      return (format.comments() ? comment("still here") : "")
          + (format.named() ? field("event", "message") : "")
          + (id == null ? "" : field("id", id))
          + field("data", json)
          + format.lineEnd();
    }

    /** An event of any name. */
    String named(String name, String data) {
      return field("event", name) + field("data", data) + format.lineEnd();
    }

    String comment(String text) {
      return ":" + format.afterColon() + text + format.lineEnd() + format.lineEnd();
    }

    /** A reconnection time, in an event of its own. */
    String retry(String millis) {
      return field("retry", millis) + format.lineEnd();
    }

    private String field(String name, String value) {
      return name + ":" + (value.isEmpty() ? "" : format.afterColon()) + value + format.lineEnd();
    }
  }
}
