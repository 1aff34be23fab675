package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a catalogue as the files say while it runs: {@link ServersFiles#applyTo}. A file that
 * changes is read again once it is at rest. A server is connected anew only where its program, its
 * arguments, variables or folder, its URL or its headers have become others, with all variables
 * replaced; everything else is taken over on the connection that there is ({@link
 * ToolCatalog#update}). A file that is gone takes its servers away; one that cannot be understood
 * changes nothing. Servers that the application added itself are left alone.
 *
 * <p>While somebody is asked for an {@linkplain ServersFilesBuilder#inputs input}, everything else
 * goes on: a new server waits for the answer, and one that is in use stays as it is until then, but
 * for what the file takes away from it: tools that it does not allow any more are gone at once, and
 * so is a server whose program or URL is another one now. Methods that read the files ask on the
 * caller's thread once the rest is applied, unless somebody is being asked already; for files that
 * others have changed, a thread of its own asks.
 *
 * <p>Thread-safe; holds one daemon thread until it is closed.
 */
public final class ServersFileSync implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final ServersFiles files;
  private final AppliedServers applied;
  private final FileWatch watch;
  private final OpenInputs inputs;
  private final ProblemLog problems = new ProblemLog();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private List<LoadedFile> loaded = List.of();
  private volatile ConfiguredServers current = ConfiguredServers.none();
  private volatile boolean closed;

  ServersFileSync(ServersFiles files, ToolCatalog catalog) {
    this.files = files;
    this.applied = new AppliedServers(catalog, problems);
    this.watch = new FileWatch(files.settle(), files.interval(), this::watched, this::changed);
    this.inputs =
        new OpenInputs(files.inputs(), () -> current.openInputs(), () -> apply(true, Set.of()));
  }

  /**
   * Applies the files a first time and begins to watch them.
   *
   * @param first what applies them
   */
  void start(Consumer<ServersFileSync> first) {
    first.accept(this);
    watch.start();
    changed(Set.of()); // what was written in between, and what is open yet
  }

  /** Without asking anybody. */
  void applyNow() {
    apply(true, Set.of());
  }

  /** What the files say, as it is applied. */
  public ConfiguredServers current() {
    return current;
  }

  /**
   * Reads the files now, whether they have changed or not, for when the environment has. What they
   * say is applied when this returns; connecting goes on in the background. Inputs that nobody gave
   * are asked for again.
   */
  public void reload() {
    files.inputs().forgetRefused();
    applyAndAsk(true);
  }

  /**
   * As {@link #reload}, and waits for nobody: a thread of its own asks for inputs that are open,
   * and not again for those that nobody gave.
   */
  public void reloadAndAskLater() {
    try {
      apply(true, Set.of());
    } finally {
      inputs.askLater();
    }
  }

  /** As {@link ServersFileEditor#put}; applied when it returns. */
  public void put(ConfigSource source, String server, Map<String, ?> entry) {
    files.editor(source).put(server, entry);
    written();
  }

  /** As {@link ServersFileEditor#remove}; applied when it returns. */
  public void remove(ConfigSource source, String server) {
    files.editor(source).remove(server);
    written();
  }

  /** As {@link ServersFileEditor#enable}; applied when it returns. */
  public void enable(ConfigSource source, String server) {
    files.editor(source).enable(server);
    written();
  }

  /** As {@link ServersFileEditor#disable}; applied when it returns. */
  public void disable(ConfigSource source, String server) {
    files.editor(source).disable(server);
    written();
  }

  private void written() {
    applyAndAsk(false);
  }

  /** A server that cannot be applied keeps no other one waiting for its answer. */
  private void applyAndAsk(boolean always) {
    EachByItself steps = new EachByItself();
    steps.run(() -> apply(always, Set.of()));
    steps.run(inputs::ask);
    steps.end();
  }

  private void changed(Set<Path> paths) {
    try {
      apply(false, paths);
    } catch (RuntimeException e) {
      log.error("The MCP servers files cannot be applied", e);
    } finally {
      inputs.askLater();
    }
  }

  /**
   * Waits for nobody: what has to be asked for is open afterwards. Reads and applies in one, so
   * that what was read earlier is never applied later.
   *
   * @param always also if the files are as they were, as after a change of our own
   * @param paths what else has changed
   */
  private void apply(boolean always, Set<Path> paths) {
    oneAtATime.lock();
    try {
      if (closed) {
        return;
      }
      List<LoadedFile> now = files.load();
      Set<String> fresh = Set.of();
      boolean variables = !Collections.disjoint(current.envFiles(), paths);
      if (always || variables || !areTheSame(now, loaded)) {
        List<LoadedFile> understood = understood(now);
        current = files.servers(understood);
        problems.report(current.problems());
        fresh = applied.become(current.servers());
        loaded = understood; // not before: what could not be applied is tried again
        files.tell(current);
      }
      applied.restartFor(paths, fresh);
    } finally {
      oneAtATime.unlock();
    }
  }

  private static boolean areTheSame(List<LoadedFile> now, List<LoadedFile> before) {
    boolean same = now.size() == before.size();
    for (int i = 0; same && i < now.size(); i++) {
      same =
          Objects.equals(now.get(i).text(), before.get(i).text())
              && Objects.equals(now.get(i).problem(), before.get(i).problem());
    }
    return same;
  }

  /** Of a file that cannot be understood now, what it said before stays. */
  private List<LoadedFile> understood(List<LoadedFile> now) {
    List<LoadedFile> understood = new ArrayList<>();
    for (LoadedFile file : now) {
      LoadedFile before = before(file.source());
      ServersDocument said = before == null ? null : before.document();
      if (file.isAbsent() && said != null) {
        log.info(
            "MCP servers file {} is gone, and its servers with it: {}",
            file.file(),
            said.entries().keySet());
      }
      understood.add(
          file.document() == null && !file.isAbsent()
              ? new LoadedFile(file.source(), file.file(), file.text(), said, file.problem())
              : file);
    }
    return List.copyOf(understood);
  }

  private @Nullable LoadedFile before(ConfigSource source) {
    return loaded.stream().filter(file -> file.source() == source).findFirst().orElse(null);
  }

  private Set<Path> watched() {
    Set<Path> watched = new HashSet<>(files.paths());
    watched.addAll(current.envFiles());
    current.servers().forEach(server -> watched.addAll(server.watchPaths()));
    return watched;
  }

  /** Stops watching. The servers stay in the catalogue, which the application closes. */
  @Override
  public void close() {
    closed = true;
    watch.close();
    inputs.close();
  }
}
