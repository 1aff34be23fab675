package io.mcpbridge.catalog;

/** Where a server of the catalogue stands. */
public enum ServerState {
  /** Not wanted by somebody; it has no connection and no tools until it is enabled. */
  DISABLED,

  /** Not asked to connect yet: the catalogue is not started, or the server is lazy and unused. */
  IDLE,

  /** The first attempt to connect is under way. */
  CONNECTING,

  /** Connected and its tools are known. */
  CONNECTED,

  /**
   * Connected, and calls of the tools that are known go on; but it does not list its tools as it
   * should, so that they may not be the current ones. It is asked again by itself.
   */
  DEGRADED,

  /** The server refuses the credentials it got, or wants some: a person has to act. */
  NEEDS_AUTHORIZATION,

  /** Not reachable; tried again by itself. The last known tools stay listed. */
  DISCONNECTED,

  /** Closed for good. */
  CLOSED
}
