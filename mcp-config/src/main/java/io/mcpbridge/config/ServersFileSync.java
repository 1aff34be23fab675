package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.config.internal.watch.FileWatcher;
import io.mcpbridge.internal.concurrent.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a running catalog in sync with its {@code mcpServers} files: see {@link
 * ServersFiles#applyTo}. Reads a changed file after a quiet period. A server reconnects only if its
 * command, arguments, environment, directory, URL or headers change after variables are replaced;
 * other changes apply to the open connection ({@link ToolCatalog#update}). Deleting a file removes
 * its servers; a file that cannot be parsed changes nothing. Servers that the application added
 * itself are not affected.
 *
 * <p>Waiting for an {@linkplain ServersFiles.Builder#inputs input} blocks nothing else. A new
 * server waits for the answer. A server in use keeps its configuration until then, apart from
 * restrictions: tools that the file no longer allows are removed at once, and so is a server whose
 * command or URL has changed. Methods that read the files ask on the caller's thread after applying
 * the rest, unless another thread is asking already. For files changed by others, a separate thread
 * asks.
 *
 * <p>Thread-safe; uses one daemon thread until it is closed.
 */
public final class ServersFileSync implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final ServersFiles files;
  private final AppliedServers applied;
  private final FileWatcher watch;
  private final PendingInputs inputs;
  private final ProblemLog problems = new ProblemLog();
  private final ReentrantLock lock = new ReentrantLock();
  private List<LoadedFile> loaded = List.of();
  private volatile ConfiguredServers current = ConfiguredServers.none();
  private volatile boolean closed;

  ServersFileSync(ServersFiles files, ToolCatalog catalog) {
    this.files = files;
    this.applied = new AppliedServers(catalog, problems);
    this.watch =
        new FileWatcher(
            files.quietPeriod(), files.interval(), this::watchedPaths, this::filesChanged);
    this.inputs =
        new PendingInputs(
            files.inputs(), () -> current.pendingInputs(), () -> apply(true, Set.of()));
  }

  /**
   * Applies the files for the first time and starts watching them.
   *
   * @param first applies them
   */
  void start(Consumer<ServersFileSync> first) {
    first.accept(this);
    watch.start();
    filesChanged(Set.of()); // changes since the first read, and open inputs
  }

  /** Applies the files without asking for inputs. */
  void applyNow() {
    apply(true, Set.of());
  }

  /** The applied configuration. */
  public ConfiguredServers current() {
    return current;
  }

  /**
   * Reads and applies the files now, even if they have not changed, for example after a change of
   * the environment. Returns when the configuration is applied; servers connect in the background.
   * Asks again for inputs without an answer.
   */
  public void reload() {
    files.inputs().forgetRefused();
    applyAndAsk(true);
  }

  /**
   * Same as {@link #reload}, but never waits for an answer: a separate thread asks for open inputs,
   * and not again for those without an answer.
   */
  public void reloadAndAskLater() {
    try {
      apply(true, Set.of());
    } finally {
      inputs.askLater();
    }
  }

  /** Same as {@link ServersFileEditor#put}; applied when it returns. */
  public void put(ConfigSource source, String server, Map<String, ?> entry) {
    files.editor(source).put(server, entry);
    applyEdit();
  }

  /** Same as {@link ServersFileEditor#remove}; applied when it returns. */
  public void remove(ConfigSource source, String server) {
    files.editor(source).remove(server);
    applyEdit();
  }

  /** Same as {@link ServersFileEditor#enable}; applied when it returns. */
  public void enable(ConfigSource source, String server) {
    files.editor(source).enable(server);
    applyEdit();
  }

  /** Same as {@link ServersFileEditor#disable}; applied when it returns. */
  public void disable(ConfigSource source, String server) {
    files.editor(source).disable(server);
    applyEdit();
  }

  private void applyEdit() {
    applyAndAsk(false);
  }

  /** Asks even if a server cannot be applied, so that the others get their inputs. */
  private void applyAndAsk(boolean always) {
    RunAll steps = new RunAll();
    steps.run(() -> apply(always, Set.of()));
    steps.run(inputs::ask);
    steps.end();
  }

  private void filesChanged(Set<Path> paths) {
    try {
      apply(false, paths);
    } catch (RuntimeException e) {
      log.error("The MCP servers files cannot be applied", e);
    } finally {
      inputs.askLater();
    }
  }

  /**
   * Reads and applies the files without waiting for inputs. Does both under one lock, so that an
   * older version is never applied after a newer one.
   *
   * @param always also if the files have not changed, as after the application's own edit
   * @param paths other changed files
   */
  private void apply(boolean always, Set<Path> paths) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      List<LoadedFile> now = files.load();
      Set<String> reconnecting = Set.of();
      boolean variablesChanged = !Collections.disjoint(current.envFiles(), paths);
      if (always || variablesChanged || !haveSameContent(now, loaded)) {
        List<LoadedFile> lastGood = lastGood(now);
        current = files.servers(lastGood);
        problems.report(current.problems());
        reconnecting = applied.apply(current.servers());
        loaded = lastGood; // only now, so that a failure is retried
        files.publish(current);
      }
      applied.restartFor(paths, reconnecting);
    } finally {
      lock.unlock();
    }
  }

  private static boolean haveSameContent(List<LoadedFile> now, List<LoadedFile> before) {
    boolean isSame = now.size() == before.size();
    for (int i = 0; isSame && i < now.size(); i++) {
      isSame =
          Objects.equals(now.get(i).text(), before.get(i).text())
              && Objects.equals(now.get(i).problem(), before.get(i).problem());
    }
    return isSame;
  }

  /** Keeps the previous content of a file that currently cannot be parsed. */
  private List<LoadedFile> lastGood(List<LoadedFile> now) {
    List<LoadedFile> lastGood = new ArrayList<>();
    for (LoadedFile file : now) {
      LoadedFile previous = previous(file.source());
      ServersDocument lastDocument = previous == null ? null : previous.document();
      if (file.isAbsent() && lastDocument != null) {
        log.info(
            "MCP servers file {} was deleted; removing its servers: {}",
            file.file(),
            lastDocument.entries().keySet());
      }
      lastGood.add(
          file.document() == null && !file.isAbsent()
              ? new LoadedFile(
                  file.source(), file.file(), file.text(), lastDocument, file.problem())
              : file);
    }
    return List.copyOf(lastGood);
  }

  private @Nullable LoadedFile previous(ConfigSource source) {
    return loaded.stream().filter(file -> file.source() == source).findFirst().orElse(null);
  }

  private Set<Path> watchedPaths() {
    Set<Path> paths = new HashSet<>(files.paths());
    paths.addAll(current.envFiles());
    current.servers().forEach(server -> paths.addAll(server.watchPaths()));
    return paths;
  }

  /** Stops watching. The servers stay in the catalog. */
  @Override
  public void close() {
    closed = true;
    watch.close();
    inputs.close();
  }

  /**
   * Asks for open inputs until none is left. Only one thread asks at a time; other threads leave
   * their inputs to it and continue. Thread-safe.
   */
  private static final class PendingInputs implements AutoCloseable {

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
}
