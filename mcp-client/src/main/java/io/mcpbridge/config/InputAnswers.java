package io.mcpbridge.config;

import io.mcpbridge.thread.Workers;
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
 * What was answered to the inputs of files. Reading a file only looks here, so that it waits for
 * nobody; whoever reads asks afterwards for what is open, and reads once more. Thread-safe.
 */
final class InputAnswers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final @Nullable InputPrompt prompt;
  private final Duration within;
  private final Map<OpenInput, Optional<String>> answers = new ConcurrentHashMap<>();
  private final ReentrantLock asking = new ReentrantLock();

  /**
   * @param prompt {@code null} if there is nobody to ask
   * @param within how long to wait for each answer
   */
  InputAnswers(@Nullable InputPrompt prompt, Duration within) {
    this.prompt = prompt;
    this.within = within;
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
        if (prompt != null && isOpen(input)) {
          answers.put(input, Optional.ofNullable(asked(prompt, input.input())));
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

  /** On a thread of its own, so that whoever never answers holds up nothing for good. */
  private @Nullable String asked(InputPrompt person, ServersInput input) {
    FutureTask<@Nullable String> answer = new FutureTask<>(() -> person.answer(input));
    ExecutorService worker = Workers.named("config-input");
    worker.execute(answer);
    worker.shutdown(); // its thread ends with the answer
    try {
      return answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      log.warn(
          "No answer to the input \"{}\" within {} ms, the most that is waited"
              + " (ServersFiles.builder().inputsWithin(...)); reload() asks again",
          input.id(),
          within.toMillis());
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
