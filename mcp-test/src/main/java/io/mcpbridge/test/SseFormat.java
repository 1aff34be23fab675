package io.mcpbridge.test;

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

  String beginning() {
    return primed ? field("id", "0") + field("data", "") + lineEnd : "";
  }

  String event(String json) {
    return (comments ? ":" + afterColon + "still here" + lineEnd + lineEnd : "")
        + (named ? field("event", "message") : "")
        + field("data", json)
        + lineEnd;
  }

  private String field(String name, String value) {
    return name + ":" + (value.isEmpty() ? "" : afterColon) + value + lineEnd;
  }
}
