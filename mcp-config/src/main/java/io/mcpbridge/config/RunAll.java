package io.mcpbridge.config;

import org.jspecify.annotations.Nullable;

/** Runs steps in order; a failed step does not stop the next. */
final class RunAll {

  private @Nullable RuntimeException failure;

  void run(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      if (failure == null) {
        failure = e;
      } else if (failure != e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Throws the first step's exception, with those of the others suppressed. */
  void end() {
    if (failure != null) {
      throw failure;
    }
  }
}
