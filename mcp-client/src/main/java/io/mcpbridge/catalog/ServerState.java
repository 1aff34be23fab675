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
   * Connected, but not as it should be. Either it does not list its tools, so that those that are
   * known may not be the current ones: calls of them go on, and it is asked again by itself. Or
   * calls of it failed on the way again and again, so that none are made for a while ({@link
   * CallLimits#circuitFailures()}): until the time in the reason, when the next one finds out.
   */
  DEGRADED,

  /** The server refuses the credentials it got, or wants some: a person has to act. */
  NEEDS_AUTHORIZATION,

  /** Not reachable; tried again by itself. The last known tools stay listed. */
  DISCONNECTED,

  /** Closed for good. */
  CLOSED
}
