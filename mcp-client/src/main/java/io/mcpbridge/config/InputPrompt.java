package io.mcpbridge.config;

import org.jspecify.annotations.Nullable;

/** Answers what a file leaves to be asked for, such as a key that it must not hold. */
@FunctionalInterface
public interface InputPrompt {

  /**
   * The value for {@code ${input:id}}. Asked on a thread of its own; one input at a time, and each
   * of a file once. May block, may ask a person, may look into a vault; servers that do not need it
   * are used meanwhile. Interrupted when it takes longer than {@link
   * ServersFilesBuilder#inputsWithin}, which counts as no answer, and when nobody wants it any
   * more.
   *
   * @return {@code null} if there is none; the input's default is taken then, and it is asked for
   *     again when the files are read or reloaded by hand
   */
  @Nullable String answer(ServersInput input);
}
