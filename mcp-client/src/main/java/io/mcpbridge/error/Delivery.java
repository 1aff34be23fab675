package io.mcpbridge.error;

/**
 * What is known about how far a request got, in the order of what may have happened: the last
 * constant leaves most open. For a call of several attempts, it is that of the attempt that may
 * have done most.
 */
public enum Delivery {

  /** Nothing was sent. */
  NOT_SENT,

  /**
   * The server rejected the request without running it: it lost the session, does not speak the
   * revision, or answered with HTTP status 401, 403 or 429.
   */
  NOT_RUN,

  /** The server answered with a JSON-RPC error. */
  REFUSED,

  /** The server answered with a result. */
  ANSWERED,

  /** The request was sent, and no usable answer arrived. */
  SENT;

  /** Whether the server may have run the request, so that sending it again may run it twice. */
  public boolean mayHaveRun() {
    return this != NOT_SENT && this != NOT_RUN;
  }
}
