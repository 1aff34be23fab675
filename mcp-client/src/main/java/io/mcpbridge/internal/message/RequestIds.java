package io.mcpbridge.internal.message;

import io.mcpbridge.jsonrpc.RequestId;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates request ids, unique per connection. The first number is random, so that a misrouted
 * response, as over HTTP connections that several clients share, does not match another request.
 * Thread-safe.
 */
public final class RequestIds {

  /** Above the ids that servers invent for responses without one, such as 0 or 1. */
  private static final int MIN_ID = 1 << 20;

  private static final int MIN_CONNECTION_ID = 1 << 24;

  /** Leaves room for a billion requests within 32 bits, the limit of some servers. */
  private static final int MAX_FIRST_ID = 1 << 30;

  private final AtomicLong next;

  private RequestIds(int from, int to) {
    next = new AtomicLong(ThreadLocalRandom.current().nextInt(from, to));
  }

  /** For the requests of a connection after its handshake. */
  public static RequestIds ofConnection() {
    return new RequestIds(MIN_CONNECTION_ID, MAX_FIRST_ID);
  }

  /** For handshakes; these ids never occur on a connection afterwards. */
  public static RequestIds ofHandshake() {
    return new RequestIds(MIN_ID, MIN_CONNECTION_ID);
  }

  public RequestId next() {
    return RequestId.of(next.getAndIncrement());
  }

  /** Whether this application may have sent a request with this id. */
  public static boolean mayInclude(RequestId id) {
    return id.value() instanceof Long number && number >= MIN_ID;
  }
}
