package io.mcpbridge.config;

import org.jspecify.annotations.Nullable;

/** Supplies values that a file leaves open, such as a key that must not be stored in it. */
@FunctionalInterface
public interface InputPrompt {

  /**
   * Returns the value for {@code ${input:id}}. Called on a separate thread, for one input at a
   * time, and once per input and file. May block, ask a user or read a vault; servers that do not
   * need the input are used meanwhile. Interrupted after {@link ServersFiles.Builder#inputTimeout},
   * which counts as no answer, and when the value is no longer needed.
   *
   * @return {@code null} if there is none: the input's default applies, and a manual read or reload
   *     asks again
   */
  @Nullable String answer(ServersInput input);
}
