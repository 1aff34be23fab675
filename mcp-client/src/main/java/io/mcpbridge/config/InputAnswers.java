package io.mcpbridge.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for an input once and remembers the answer, so that no reload asks a person again. */
final class InputAnswers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final @Nullable InputPrompt prompt;
  private final Map<List<Object>, String> given = new HashMap<>();
  private final ReentrantLock asking = new ReentrantLock();

  /**
   * @param prompt {@code null} if there is nobody to ask
   */
  InputAnswers(@Nullable InputPrompt prompt) {
    this.prompt = prompt;
  }

  /** The value, its default if there is no answer, or {@code null}. */
  @Nullable String of(Path file, ServersInput input) {
    List<Object> key = List.of(file, input.id());
    asking.lock(); // a person may take a while
    try {
      String known = given.get(key);
      if (known != null) {
        return known;
      }
      String answer = asked(input);
      if (answer == null) {
        return input.defaultValue();
      }
      given.put(key, answer);
      return answer;
    } finally {
      asking.unlock();
    }
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
