package io.mcpbridge.config;

import io.mcpbridge.internal.concurrent.Workers;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers to inputs of configuration files. Reading a file only looks answers up and never
 * blocks; the reader asks for open inputs afterwards and then reads again. Thread-safe.
 */
final class InputAnswers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final @Nullable InputPrompt prompt;
  private final Duration timeout;
  private final Map<PendingInput, Optional<String>> answers = new ConcurrentHashMap<>();
  private final ReentrantLock promptLock = new ReentrantLock();

  /**
   * @param prompt {@code null} if the application has none
   * @param timeout timeout of each answer
   */
  InputAnswers(@Nullable InputPrompt prompt, Duration timeout) {
    this.prompt = prompt;
    this.timeout = timeout;
  }

  /** Whether the prompt can still be asked for it. */
  boolean isOpen(PendingInput input) {
    return prompt != null && !answers.containsKey(input);
  }

  /** The answer, the default if there is none, or {@code null}. */
  @Nullable String of(PendingInput input) {
    return answers.getOrDefault(input, Optional.empty()).orElse(input.input().defaultValue());
  }

  /** Asks for all open inputs, one after the other. */
  void ask(Collection<PendingInput> inputs) {
    promptLock.lock(); // one question at a time
    try {
      for (PendingInput input : inputs) {
        if (prompt != null && isOpen(input)) {
          answers.put(input, Optional.ofNullable(prompt(prompt, input.input())));
        }
      }
    } finally {
      promptLock.unlock();
    }
  }

  /** Allows asking again for inputs without an answer. */
  void forgetRefused() {
    answers.values().removeIf(Optional::isEmpty);
  }

  /**
   * Asks on a separate thread, so that a prompt which never returns blocks the caller only until
   * the timeout.
   */
  private @Nullable String prompt(InputPrompt person, ServersInput input) {
    FutureTask<@Nullable String> answer = new FutureTask<>(() -> person.answer(input));
    ExecutorService worker = Workers.named("config-input");
    worker.execute(answer);
    worker.shutdown(); // the thread ends after the answer
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      log.warn(
          "No answer to the input \"{}\" within {} ms (setting"
              + " ServersFiles.builder().inputTimeout(...)); reload() asks again",
          input.id(),
          timeout.toMillis());
    } catch (ExecutionException e) {
      log.error("Asking the application for the input \"{}\" failed", input.id(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      answer.cancel(true);
    }
    return null;
  }
}
