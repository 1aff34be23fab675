package io.mcpbridge.transport.stdio;

import java.time.Duration;

/**
 * How long a server may take to stop by itself.
 *
 * @param inputClosed after its standard input has ended, before it is told to terminate
 * @param terminated after it was told to terminate, before it is killed
 */
record StopGrace(Duration inputClosed, Duration terminated) {

  static final StopGrace DEFAULT = new StopGrace(Duration.ofSeconds(2), Duration.ofSeconds(3));

  /** When the whole application ends, nobody waits that long. */
  static final StopGrace AT_SHUTDOWN =
      new StopGrace(Duration.ofMillis(500), Duration.ofMillis(1000));

  /** How long the operating system may take to remove what was killed. */
  static final Duration KILLED = Duration.ofSeconds(2);
}
