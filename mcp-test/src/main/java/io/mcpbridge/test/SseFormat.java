package io.mcpbridge.test;

import org.jspecify.annotations.Nullable;

/**
 * How server-sent events are spelled. All of these are legal (WHATWG HTML, server-sent events), and
 * all are met.
 *
 * @param lineEnd {@code "\n"}, {@code "\r\n"} or {@code "\r"}
 * @param afterColon {@code " "} or nothing
 * @param named whether events say {@code event: message}
 * @param comments whether a comment comes before each event
 * @param primed whether each stream begins with an event that has an id and empty data (2025-11-25)
 */
public record SseFormat(
    String lineEnd, String afterColon, boolean named, boolean comments, boolean primed) {

  /** {@code event: message}, {@code data: ...}, ended by line feeds. */
  public static SseFormat standard() {
    return new SseFormat("\n", " ", true, false, false);
  }

  /** The least there can be: {@code data:...}, no name, no space. */
  public static SseFormat terse() {
    return new SseFormat("\n", "", false, false, false);
  }

  /** With carriage returns and line feeds, comments in between, and a priming event. */
  public static SseFormat verbose() {
    return new SseFormat("\r\n", " ", true, true, true);
  }

  /** An event that has an id and no data, and may say how long to wait before coming back. */
  String priming(String id, @Nullable String retryMillis) {
    return field("id", id)
        + (retryMillis == null ? "" : field("retry", retryMillis))
        + field("data", "")
        + lineEnd;
  }

  /** A message. */
  String event(@Nullable String id, String json) {
    return (comments ? comment("still here") : "")
        + (named ? field("event", "message") : "")
        + (id == null ? "" : field("id", id))
        + field("data", json)
        + lineEnd;
  }

  /** An event of any name. */
  String named(String name, String data) {
    return field("event", name) + field("data", data) + lineEnd;
  }

  String comment(String text) {
    return ":" + afterColon + text + lineEnd + lineEnd;
  }

  /** How long to wait before coming back, in an event by itself. */
  String retry(String millis) {
    return field("retry", millis) + lineEnd;
  }

  private String field(String name, String value) {
    return name + ":" + (value.isEmpty() ? "" : afterColon) + value + lineEnd;
  }
}
