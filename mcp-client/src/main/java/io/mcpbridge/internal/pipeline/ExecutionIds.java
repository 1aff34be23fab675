package io.mcpbridge.internal.pipeline;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Ids of calls: unique, but no secrets, so they need no secure random numbers. */
public final class ExecutionIds {

  private ExecutionIds() {}

  /** A new id. */
  public static String next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
