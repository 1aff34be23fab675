package io.mcpbridge.test;

/** In what form a Streamable HTTP server answers a request; clients must understand all. */
public enum AnswerForm {
  /** A JSON body, unless something is to be sent ahead of the response. */
  AS_NEEDED,

  /**
   * A JSON body always. Notifications ahead of the response are dropped; what the server asks back
   * (up to 2025-11-25) goes over the stream that the client opened with GET.
   */
  JSON,

  /** An event stream always, which begins with the first thing that is sent. */
  EVENT_STREAM,

  /** An event stream always; for a tool call it begins before the tool runs. */
  EVENT_STREAM_AT_ONCE;

  boolean isAlwaysStream() {
    return this == EVENT_STREAM || this == EVENT_STREAM_AT_ONCE;
  }
}
