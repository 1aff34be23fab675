package io.mcpbridge.internal.client.connection;

import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates queues for a server's unsolicited messages. */
public final class InboundQueue {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(InboundQueue.class);

  private InboundQueue() {}

  /**
   * Creates a queue that drops the oldest messages on overflow, and logs that once. Tasks with a
   * key are never dropped, since the capacity exceeds the number of keys.
   */
  public static SerialExecutor of(String server, Executor workers) {
    return new SerialExecutor(
        workers,
        CAPACITY,
        Overflow.dropOldest(
            () ->
                log.warn(
                    "Server \"{}\" sends messages faster than they can be handled; dropping the"
                        + " oldest",
                    server)),
        failure -> log.warn("A message from server \"{}\" could not be handled", server, failure));
  }
}
