package io.mcpbridge.config;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was answered to the inputs of files. Reading a file only looks here, so that it waits for
 * nobody; whoever reads asks afterwards for what is open, and reads once more. Thread-safe.
 */
final class InputAnswers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final @Nullable InputPrompt prompt;
  private final Map<OpenInput, Optional<String>> answers = new ConcurrentHashMap<>();
  private final ReentrantLock asking = new ReentrantLock();

  /**
   * @param prompt {@code null} if there is nobody to ask
   */
  InputAnswers(@Nullable InputPrompt prompt) {
    this.prompt = prompt;
  }

  /** Whether nobody has been asked for it yet who might be. */
  boolean isOpen(OpenInput input) {
    return prompt != null && !answers.containsKey(input);
  }

  /** The answer, its default if there is none, or {@code null}. */
  @Nullable String of(OpenInput input) {
    return answers.getOrDefault(input, Optional.empty()).orElse(input.input().defaultValue());
  }

  /** Asks for those that are still open, one after the other. */
  void ask(Collection<OpenInput> inputs) {
    asking.lock(); // a person may take a while, and is asked one thing at a time
    try {
      for (OpenInput input : inputs) {
        if (isOpen(input)) {
          answers.put(input, Optional.ofNullable(asked(input.input())));
        }
      }
    } finally {
      asking.unlock();
    }
  }

  /** Those without an answer may be asked for again. */
  void forgetRefused() {
    answers.values().removeIf(Optional::isEmpty);
  }

  private @Nullable String asked(ServersInput input) {
    try {
      return prompt == null ? null : prompt.answer(input);
    } catch (RuntimeException e) {
      log.error("Asking the application for the input \"{}\" failed", input.id(), e);
      return null;
    }
  }
}
