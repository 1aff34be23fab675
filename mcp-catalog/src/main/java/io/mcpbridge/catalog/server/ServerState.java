package io.mcpbridge.catalog.server;

/** The state of a server in the catalog. */
public enum ServerState {
  /** Disabled; no connection and no tools until it is enabled. */
  DISABLED,

  /** Not connecting yet: the catalog is not started, or the server is lazy and unused. */
  IDLE,

  /** The first connection attempt is in progress. */
  CONNECTING,

  /** Connected, and its tools are known. */
  CONNECTED,

  /**
   * Connected with a problem. Either the server does not list its tools: the known ones may be
   * outdated, calls of them continue, and listing is retried automatically. Or its circuit breaker
   * is open ({@link CallLimits#circuitBreakerFailureThreshold()}) and no calls are made until the
   * time in the reason, when a trial call follows.
   */
  DEGRADED,

  /** The server rejected the credentials, or requires some: a user or operator must act. */
  NEEDS_AUTHORIZATION,

  /** Not reachable; the catalog reconnects automatically. The last known tools stay listed. */
  DISCONNECTED,

  /** Closed for good. */
  CLOSED
}
