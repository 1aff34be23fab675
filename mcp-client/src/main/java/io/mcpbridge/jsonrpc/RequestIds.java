package io.mcpbridge.jsonrpc;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers requests, no two of a connection alike. The first number is random, so that an answer
 * that comes to the wrong place, as over HTTP connections that several clients share, is not taken
 * for the answer to another request. Thread-safe.
 */
public final class RequestIds {

  /** Above what servers send that have no id to answer with, such as 0 or 1. */
  private static final int LOWEST = 1 << 20;

  private static final int LOWEST_OF_CONNECTIONS = 1 << 24;

  /**
   * A billion requests later an id still fits into 32 bits, which is all that some servers read.
   */
  private static final int HIGHEST_FIRST = 1 << 30;

  private final AtomicLong next;

  private RequestIds(int from, int to) {
    next = new AtomicLong(ThreadLocalRandom.current().nextInt(from, to));
  }

  /** For the requests of one connection once its server was greeted. */
  public static RequestIds ofConnection() {
    return new RequestIds(LOWEST_OF_CONNECTIONS, HIGHEST_FIRST);
  }

  /** For the requests that greet servers; none is used on a connection afterwards. */
  public static RequestIds ofGreetings() {
    return new RequestIds(LOWEST, LOWEST_OF_CONNECTIONS);
  }

  /** The id of the next request. */
  public RequestId next() {
    return RequestId.of(next.getAndIncrement());
  }

  /** Whether some request of this application may have that id. */
  public static boolean mayInclude(RequestId id) {
    return id.value() instanceof Long number && number >= LOWEST;
  }
}
