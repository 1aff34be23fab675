package io.mcpbridge.catalog;

/** Where a server of the catalogue stands. */
public enum ServerState {
  /** Not asked to connect yet. */
  IDLE,

  /** The first attempt to connect is under way. */
  CONNECTING,

  /** Connected and its tools are known. */
  CONNECTED,

  /** The server refuses the credentials it got, or wants some: a person has to act. */
  NEEDS_AUTHORIZATION,

  /** Not reachable; tried again by itself. The last known tools stay listed. */
  DISCONNECTED,

  /** Closed for good. */
  CLOSED
}
