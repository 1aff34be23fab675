package io.mcpbridge.config;

import io.mcpbridge.thread.Workers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for what files leave open until nothing is, holding up nobody: one thread at a time asks,
 * and whoever comes meanwhile leaves its own to that one. Thread-safe.
 */
final class OpenInputs implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final InputAnswers answers;
  private final Supplier<List<OpenInput>> open;
  private final Runnable answered;
  private final ExecutorService workers = Workers.named("config-inputs");
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean wanted;
  private volatile boolean closed;

  /**
   * @param open what is open now
   * @param answered called when some of that is not open any more
   */
  OpenInputs(InputAnswers answers, Supplier<List<OpenInput>> open, Runnable answered) {
    this.answers = answers;
    this.open = open;
    this.answered = answered;
  }

  /** Asks on this thread, unless another one does. */
  void ask() {
    wanted = true;
    EachByItself steps = new EachByItself(); // what cannot be applied ends no question
    while (wanted && !closed && asking.compareAndSet(false, true)) {
      try {
        wanted = false;
        askForAll(steps);
      } finally {
        asking.set(false);
      }
    }
    steps.end();
  }

  private void askForAll(EachByItself steps) {
    List<OpenInput> before = List.of();
    List<OpenInput> now = open.get();
    while (!now.isEmpty() && !now.equals(before) && !closed) {
      answers.ask(now);
      steps.run(answered);
      before = now;
      now = open.get();
    }
  }

  /** Asks on a thread of its own, if there is something to ask for. */
  void askLater() {
    if (!open.get().isEmpty()) {
      try {
        workers.execute(this::askOrLog);
      } catch (RejectedExecutionException e) {
        // Closed meanwhile: nobody wants to know any more.
      }
    }
  }

  private void askOrLog() {
    try {
      ask();
    } catch (RuntimeException e) {
      log.error("What was answered to inputs of MCP servers files cannot be applied", e);
    }
  }

  /** Asks no more; who is asked by a thread of ours is interrupted. */
  @Override
  public void close() {
    closed = true;
    workers.shutdownNow();
  }
}
