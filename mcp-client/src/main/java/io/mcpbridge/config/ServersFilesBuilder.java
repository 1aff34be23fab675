package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Configures which files to read and how. Not thread-safe. */
public final class ServersFilesBuilder {

  private final Map<ConfigSource, Path> files = new EnumMap<>(ConfigSource.class);
  private BiConsumer<String, HttpTransportBuilder<?>> overHttp = (server, builder) -> {};
  private BiConsumer<String, StdioTransport.Builder> overStdio = (server, builder) -> {};
  private ServerOptions defaults = ServerOptions.defaults();
  private Predicate<ConfiguredServer> allowed = server -> true;
  private Function<String, @Nullable String> environment = System::getenv;
  private @Nullable Path workspaceFolder;
  private @Nullable InputPrompt inputs;
  private Duration inputTimeout = Duration.ofMinutes(5);
  private Duration quietPeriod = Duration.ofMillis(500);
  private Duration interval = Duration.ofSeconds(2);
  private Duration lockTimeout = Duration.ofSeconds(10);
  private Consumer<ConfiguredServers> listener = servers -> {};

  ServersFilesBuilder() {}

  /** The file of the user or the machine. */
  public ServersFilesBuilder global(Path file) {
    files.put(ConfigSource.GLOBAL, file.toAbsolutePath().normalize());
    return this;
  }

  /**
   * The file of the project; its servers override global ones of the same name. Its commands run in
   * the {@link #workspaceFolder}.
   */
  public ServersFilesBuilder project(Path file) {
    files.put(ConfigSource.PROJECT, file.toAbsolutePath().normalize());
    return this;
  }

  /**
   * The value of {@code ${workspaceFolder}} and the base of relative paths. Default: the directory
   * of the project file, or its parent if that is a directory such as {@code .vscode}; without a
   * project file, the working directory.
   */
  public ServersFilesBuilder workspaceFolder(Path folder) {
    this.workspaceFolder = folder.toAbsolutePath().normalize();
    return this;
  }

  /** Resolves {@code ${VAR}}; default {@link System#getenv(String)}. */
  public ServersFilesBuilder environment(Function<String, @Nullable String> lookup) {
    this.environment = lookup;
    return this;
  }

  /** Answers {@code ${input:id}}; default: none, so that the inputs' defaults apply. */
  public ServersFilesBuilder inputs(InputPrompt prompt) {
    this.inputs = prompt;
    return this;
  }

  /**
   * Timeout for the answer to one input; default 5 minutes. After it, the input's default applies
   * and the next input is asked for.
   */
  public ServersFilesBuilder inputTimeout(Duration atMost) {
    this.inputTimeout = positive(atMost);
    return this;
  }

  /** Server options for what the files do not configure. */
  public ServersFilesBuilder defaults(ServerOptions options) {
    this.defaults = options;
    return this;
  }

  /**
   * Which servers are allowed; default: all. A rejected server stays listed, with the rejection as
   * its problem. Called for each usable server, on the thread that reads the files.
   */
  public ServersFilesBuilder allow(Predicate<ConfiguredServer> policy) {
    this.allowed = policy;
    return this;
  }

  /** Customizes the transport of each URL server, by name: credentials, certificates, limits. */
  public ServersFilesBuilder http(BiConsumer<String, HttpTransportBuilder<?>> more) {
    this.overHttp = more;
    return this;
  }

  /** Customizes the transport of each command server, by name: variables to inherit, limits. */
  public ServersFilesBuilder stdio(BiConsumer<String, StdioTransport.Builder> more) {
    this.overStdio = more;
    return this;
  }

  /** Quiet period after a change before a file is read again; default 500 ms. */
  public ServersFilesBuilder quietPeriod(Duration rest) {
    this.quietPeriod = positive(rest);
    return this;
  }

  /**
   * Poll interval for the files, in addition to file system events; default 2 s. Changes on network
   * drives and behind links are detected only by polling.
   */
  public ServersFilesBuilder pollInterval(Duration pause) {
    this.interval = positive(pause);
    return this;
  }

  /**
   * Timeout for the lock on a file that other threads or applications are changing; default 10 s.
   * The change fails after it.
   */
  public ServersFilesBuilder lockTimeout(Duration atMost) {
    this.lockTimeout = positive(atMost);
    return this;
  }

  /**
   * Called after changed files were applied, including the first time; default: none. Runs on the
   * thread that applies them, one call at a time.
   */
  public ServersFilesBuilder listener(Consumer<ConfiguredServers> told) {
    this.listener = told;
    return this;
  }

  private static Duration positive(Duration duration) {
    if (duration.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("at least a millisecond is needed, not " + duration);
    }
    return duration;
  }

  /** Builds the files; reads nothing yet. */
  public ServersFiles build() {
    return new ServersFiles(
        files,
        new EntryContext(
            new EntryTransport(overHttp, overStdio),
            defaults,
            allowed,
            environment,
            workspaceFolder(),
            new InputAnswers(inputs, inputTimeout)),
        quietPeriod,
        interval,
        lockTimeout,
        listener);
  }

  private Path workspaceFolder() {
    if (workspaceFolder != null) {
      return workspaceFolder;
    }
    Path project = files.get(ConfigSource.PROJECT);
    Path folder = project == null ? null : project.getParent();
    if (folder == null) {
      return Path.of("").toAbsolutePath();
    }
    Path name = folder.getFileName();
    Path above = folder.getParent();
    return above != null && name != null && name.toString().startsWith(".") ? above : folder;
  }
}
