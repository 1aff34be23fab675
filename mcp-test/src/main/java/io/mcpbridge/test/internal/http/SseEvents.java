package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.SseFormat;
import org.jspecify.annotations.Nullable;

/** Writes server-sent events in a format. */
record SseEvents(SseFormat format) {

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
