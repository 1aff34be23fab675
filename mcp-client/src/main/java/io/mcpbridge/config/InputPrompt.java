package io.mcpbridge.config;

import org.jspecify.annotations.Nullable;

/** Answers what a file leaves to be asked for, such as a key that it must not hold. */
@FunctionalInterface
public interface InputPrompt {

  /**
   * The value for {@code ${input:id}}. Asked on the thread that reads the files, once for each
   * input of a file; may block, may ask a person, may look into a vault.
   *
   * @return {@code null} if there is none; the input's default is taken then
   */
  @Nullable String answer(ServersInput input);
}
