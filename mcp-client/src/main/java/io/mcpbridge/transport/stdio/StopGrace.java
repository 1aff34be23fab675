package io.mcpbridge.transport.stdio;

import java.time.Duration;

/**
 * The grace periods for stopping a server.
 *
 * @param inputClosed after its standard input is closed, before it is terminated
 * @param terminated after it is terminated, before it is killed
 */
record StopGrace(Duration inputClosed, Duration terminated) {

  static final StopGrace DEFAULT = new StopGrace(Duration.ofSeconds(2), Duration.ofSeconds(3));

  /** Shorter, so as not to delay the shutdown of the JVM. */
  static final StopGrace AT_SHUTDOWN =
      new StopGrace(Duration.ofMillis(500), Duration.ofMillis(1000));

  /** How long the operating system may take to remove a killed process. */
  static final Duration KILLED = Duration.ofSeconds(2);
}
