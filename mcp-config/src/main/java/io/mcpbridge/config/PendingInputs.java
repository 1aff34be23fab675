package io.mcpbridge.config;

import io.mcpbridge.internal.concurrent.Workers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for open inputs until none is left. Only one thread asks at a time; other threads leave
 * their inputs to it and continue. Thread-safe.
 */
final class PendingInputs implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final InputAnswers answers;
  private final Supplier<List<PendingInput>> openInputs;
  private final Runnable onAnswered;
  private final ExecutorService workers = Workers.named("config-inputs");
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean askRequested;
  private volatile boolean closed;

  /**
   * @param openInputs the currently open inputs
   * @param onAnswered called after some of them were answered
   */
  PendingInputs(
      InputAnswers answers, Supplier<List<PendingInput>> openInputs, Runnable onAnswered) {
    this.answers = answers;
    this.openInputs = openInputs;
    this.onAnswered = onAnswered;
  }

  /** Asks on this thread, unless another thread is asking already. */
  void ask() {
    askRequested = true;
    RunAll steps = new RunAll(); // keeps asking if applying an answer fails
    while (askRequested && !closed && asking.compareAndSet(false, true)) {
      try {
        askRequested = false;
        askForAll(steps);
      } finally {
        asking.set(false);
      }
    }
    steps.end();
  }

  private void askForAll(RunAll steps) {
    List<PendingInput> before = List.of();
    List<PendingInput> now = openInputs.get();
    while (!now.isEmpty() && !now.equals(before) && !closed) {
      answers.ask(now);
      steps.run(onAnswered);
      before = now;
      now = openInputs.get();
    }
  }

  /** Asks on a separate thread, if any input is open. */
  void askLater() {
    if (!openInputs.get().isEmpty()) {
      try {
        workers.execute(this::askOrLog);
      } catch (RejectedExecutionException e) {
        // Closed meanwhile: the answers are no longer needed.
      }
    }
  }

  private void askOrLog() {
    try {
      ask();
    } catch (RuntimeException e) {
      log.error("Answers to inputs of MCP servers files cannot be applied", e);
    }
  }

  /** Stops asking; interrupts a prompt that runs on a thread of this class. */
  @Override
  public void close() {
    closed = true;
    workers.shutdownNow();
  }
}
