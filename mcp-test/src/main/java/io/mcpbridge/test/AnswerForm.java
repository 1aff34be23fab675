package io.mcpbridge.test;

/** In what form a Streamable HTTP server answers a request; clients must understand all. */
public enum AnswerForm {
  /** A JSON body, unless something is to be sent ahead of the response. */
  AS_NEEDED,

  /** A JSON body always; notifications ahead of the response are dropped. */
  JSON,

  /** An event stream always. */
  EVENT_STREAM
}
