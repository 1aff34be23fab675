package io.mcpbridge.transport.stdio;

import java.time.Duration;

/**
 * The grace periods for stopping a server.
 *
 * @param exitTimeout after its standard input is closed, before it is terminated
 * @param killTimeout after it is terminated, before it is killed
 */
record ShutdownTimeouts(Duration exitTimeout, Duration killTimeout) {

  static final ShutdownTimeouts DEFAULT =
      new ShutdownTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(3));

  /** Shorter, so as not to delay the shutdown of the JVM. */
  static final ShutdownTimeouts AT_SHUTDOWN =
      new ShutdownTimeouts(Duration.ofMillis(500), Duration.ofMillis(1000));

  /** How long the operating system may take to remove a killed process. */
  static final Duration REAP_TIMEOUT = Duration.ofSeconds(2);
}
