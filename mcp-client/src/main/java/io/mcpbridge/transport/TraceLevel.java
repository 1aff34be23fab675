package io.mcpbridge.transport;

/** How much of the traffic with a server is traced. */
public enum TraceLevel {
  /** Nothing. */
  OFF,

  /**
   * Every message with direction, method, JSON-RPC id and size, HTTP requests and responses with
   * their headers, and the start and end of processes and event streams. No contents.
   */
  HEADERS,

  /** The same, with the contents of messages: arguments, results and texts of users. */
  BODIES
}
