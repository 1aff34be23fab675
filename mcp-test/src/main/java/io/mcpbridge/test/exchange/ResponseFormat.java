package io.mcpbridge.test.exchange;

/** The form of a Streamable HTTP server's responses; clients must support all. */
public enum ResponseFormat {
  /** A JSON body, unless messages precede the response. */
  AS_NEEDED,

  /**
   * Always a JSON body. Notifications before the response are dropped; server requests (up to
   * 2025-11-25) go over the client's GET stream.
   */
  JSON,

  /** Always an event stream, which begins with the first message. */
  EVENT_STREAM,

  /** Always an event stream; for a tool call it begins before the tool runs. */
  EVENT_STREAM_AT_ONCE
}
