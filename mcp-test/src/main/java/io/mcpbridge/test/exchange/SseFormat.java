package io.mcpbridge.test.exchange;

/**
 * The format of server-sent events. All of these are legal (WHATWG HTML, server-sent events) and in
 * use.
 *
 * @param lineEnd {@code "\n"}, {@code "\r\n"} or {@code "\r"}
 * @param afterColon {@code " "} or nothing
 * @param named whether events have {@code event: message}
 * @param comments whether a comment precedes each event
 * @param primed whether each stream starts with an event that has an id and empty data (2025-11-25)
 */
public record SseFormat(
    String lineEnd, String afterColon, boolean named, boolean comments, boolean primed) {

  /** {@code event: message}, {@code data: ...}, ended by line feeds. */
  public static SseFormat standard() {
    return new SseFormat("\n", " ", true, false, false);
  }

  /** The minimum: {@code data:...}, no name, no space. */
  public static SseFormat terse() {
    return new SseFormat("\n", "", false, false, false);
  }

  /** With carriage returns and line feeds, comments in between, and a priming event. */
  public static SseFormat verbose() {
    return new SseFormat("\r\n", " ", true, true, true);
  }
}
