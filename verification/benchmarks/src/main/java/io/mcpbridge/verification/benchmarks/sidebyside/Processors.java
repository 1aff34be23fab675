package io.mcpbridge.verification.benchmarks.sidebyside;

import java.io.IOException;
import java.util.List;

/**
 * Assigns running processes to processors with {@code taskset}. A wake-up across processors costs
 * either 35 µs or nothing on the same machine, depending on where the kernel puts the threads, and
 * would hide the differences.
 */
final class Processors {

  /** Those of the clients while one call follows the other. */
  static final String FIRST = "0";

  /** Those of the servers while one call follows the other. */
  static final String SECOND = "1";

  /** Those of everybody while many calls are in flight. */
  static final String ALL = "0-" + (Runtime.getRuntime().availableProcessors() - 1);

  private Processors() {}

  /** Assigns all threads that the processes have, and so those that they start later. */
  static void assign(String processors, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    for (ProcessHandle process : processes) {
      Process taskset =
          new ProcessBuilder("taskset", "-acp", processors, Long.toString(process.pid()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (taskset.waitFor() != 0) {
        throw new IOException("taskset cannot assign process " + process.pid());
      }
    }
  }
}
