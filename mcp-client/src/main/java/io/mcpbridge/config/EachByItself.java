package io.mcpbridge.config;

import org.jspecify.annotations.Nullable;

/** Does one step after the other, whatever becomes of those before. */
final class EachByItself {

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

  /** Throws what the first failed step threw, with that of the others. */
  void end() {
    if (failure != null) {
      throw failure;
    }
  }
}
