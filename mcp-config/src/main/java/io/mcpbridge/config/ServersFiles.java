package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.internal.entry.EntryTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configuration files that name MCP servers ({@code mcpServers}), in the format of Claude, VS Code,
 * Cursor, Cline, Roo or FastMCP: one for the user or machine, one for the project, or both. Reads
 * only the files named here: a project file decides which programs start, so the application must
 * decide whether to trust it. Thread-safe.
 *
 * <pre>{@code
 * ToolCatalogBuilder builder = ToolCatalog.builder();
 * ServersFiles.of(Path.of("mcp.json")).read().addTo(builder);
 * }</pre>
 */
public final class ServersFiles {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final Map<ConfigSource, Path> files;
  private final Map<ConfigSource, String> texts;
  private final EntryContext context;
  private final Duration quietPeriod;
  private final Duration interval;
  private final Duration lockTimeout;
  private final Consumer<ConfiguredServers> listener;

  private ServersFiles(Builder settings, EntryContext context) {
    this.files = new EnumMap<>(settings.files);
    this.texts = new EnumMap<>(settings.texts);
    this.context = context;
    this.quietPeriod = settings.quietPeriod;
    this.interval = settings.interval;
    this.lockTimeout = settings.lockTimeout;
    this.listener = settings.listener;
  }

  /** One global file with all defaults, as {@link Builder#global}. */
  public static ServersFiles of(Path file) {
    return builder().global(file).build();
  }

  /** Creates a builder without files. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads the files now. Never fails: problems are in {@link ConfiguredServers#problems()}. May ask
   * for {@linkplain Builder#inputs inputs}.
   */
  public ConfiguredServers read() {
    context.inputs().forgetRefused();
    List<LoadedFile> loaded = load();
    ConfiguredServers servers = servers(loaded);
    while (!servers.pendingInputs().isEmpty()) {
      context.inputs().ask(servers.pendingInputs());
      servers = servers(loaded);
    }
    return servers;
  }

  /**
   * Adds the servers to a catalog and keeps it in sync with the files until the result is closed:
   * see {@link ServersFileSync}. Returns once the files have been applied. If the catalog is
   * started, servers connect in the background.
   *
   * @throws IllegalStateException if the catalog is closed
   */
  public ServersFileSync applyTo(ToolCatalog catalog) {
    return applyTo(catalog, ServersFileSync::reload);
  }

  /**
   * Same, but never waits for inputs at startup: a separate thread asks for them. A server that
   * waits for an input is listed as disabled until then, so it does not delay the wait for required
   * servers.
   *
   * @throws IllegalStateException if the catalog is closed
   */
  public ServersFileSync applyAskingLater(ToolCatalog catalog) {
    return applyTo(catalog, ServersFileSync::applyNow);
  }

  private ServersFileSync applyTo(ToolCatalog catalog, Consumer<ServersFileSync> first) {
    ServersFileSync sync = new ServersFileSync(this, catalog);
    try {
      sync.start(first);
      return sync;
    } catch (RuntimeException | Error e) {
      sync.close();
      throw e;
    }
  }

  /**
   * Returns an editor for one of the files.
   *
   * @throws IllegalArgumentException if no such file was configured
   */
  public ServersFileEditor editor(ConfigSource source) {
    Path file = files.get(source);
    if (file == null) {
      throw new IllegalArgumentException(
          "there is no "
              + source.name().toLowerCase(Locale.ROOT)
              + " file; name one in the builder");
    }
    return new ServersFileEditor(source, file, lockTimeout);
  }

  List<LoadedFile> load() {
    return files.entrySet().stream()
        .map(file -> LoadedFile.of(file.getKey(), file.getValue(), texts.get(file.getKey())))
        .toList();
  }

  /** Resolves the servers of these files with the answers known so far. */
  ConfiguredServers servers(List<LoadedFile> loaded) {
    return ConfiguredServers.of(loaded, context);
  }

  InputAnswers inputs() {
    return context.inputs();
  }

  Set<Path> paths() {
    return Set.copyOf(files.values());
  }

  Duration quietPeriod() {
    return quietPeriod;
  }

  Duration interval() {
    return interval;
  }

  void publish(ConfiguredServers servers) {
    try {
      listener.accept(servers);
    } catch (RuntimeException e) {
      log.error("The listener of MCP servers files failed", e);
    }
  }

  /** Configures which files to read and how. Not thread-safe. */
  public static final class Builder {

    private final Map<ConfigSource, Path> files = new EnumMap<>(ConfigSource.class);
    private final Map<ConfigSource, String> texts = new EnumMap<>(ConfigSource.class);
    private BiConsumer<RemoteServer, HttpTransportBuilder<?>> overHttp = (server, builder) -> {};
    private BiConsumer<String, StdioTransport.Builder> overStdio = (server, builder) -> {};
    private Function<String, ServerOptions> defaults = server -> ServerOptions.defaults();
    private Predicate<ConfiguredServer> allowed = server -> true;
    private Function<String, @Nullable String> environment = System::getenv;
    private @Nullable Path workspaceFolder;
    private @Nullable InputPrompt inputs;
    private Duration inputTimeout = Duration.ofMinutes(5);
    private Duration quietPeriod = Duration.ofMillis(500);
    private Duration interval = Duration.ofSeconds(2);
    private Duration lockTimeout = Duration.ofSeconds(10);
    private Consumer<ConfiguredServers> listener = servers -> {};

    private Builder() {}

    /** The file of the user or the machine. */
    public Builder global(Path file) {
      files.put(ConfigSource.GLOBAL, file.toAbsolutePath().normalize());
      texts.remove(ConfigSource.GLOBAL);
      return this;
    }

    /**
     * The file of the user or the machine, with this text in place of its content: servers of
     * another format, converted. {@code mcp-remote} is started as any command.
     *
     * @param file where the servers come from, for problems
     * @param text JSON in the format of the files
     */
    public Builder global(Path file, String text) {
      global(file);
      texts.put(ConfigSource.GLOBAL, text);
      return this;
    }

    /**
     * The file of the project; its servers override global ones of the same name. Its commands run
     * in the {@link #workspaceFolder}.
     */
    public Builder project(Path file) {
      files.put(ConfigSource.PROJECT, file.toAbsolutePath().normalize());
      return this;
    }

    /**
     * The value of {@code ${workspaceFolder}} and the base of relative paths. Default: the
     * directory of the project file, or its parent if that is a directory such as {@code .vscode};
     * without a project file, the working directory.
     */
    public Builder workspaceFolder(Path folder) {
      this.workspaceFolder = folder.toAbsolutePath().normalize();
      return this;
    }

    /** Resolves {@code ${VAR}}; default {@link System#getenv(String)}. */
    public Builder environment(Function<String, @Nullable String> lookup) {
      this.environment = lookup;
      return this;
    }

    /** Answers {@code ${input:id}}; default: none, so that the inputs' defaults apply. */
    public Builder inputs(InputPrompt prompt) {
      this.inputs = prompt;
      return this;
    }

    /**
     * Timeout for the answer to one input; default 5 minutes. After it, the input's default applies
     * and the next input is asked for.
     */
    public Builder inputTimeout(Duration timeout) {
      this.inputTimeout = positive(timeout);
      return this;
    }

    /** Server options for what the files do not configure. */
    public Builder defaults(ServerOptions options) {
      return defaults(server -> options);
    }

    /** Server options by server name, for what the files do not configure. Must do no I/O. */
    public Builder defaults(Function<String, ServerOptions> options) {
      this.defaults = options;
      return this;
    }

    /**
     * Which servers are allowed; default: all. A rejected server stays listed, with the rejection
     * as its problem. Called for each usable server, on the thread that reads the files. Several
     * calls are combined: all of them must allow it.
     */
    public Builder allow(Predicate<ConfiguredServer> policy) {
      this.allowed = allowed.and(policy);
      return this;
    }

    /**
     * Customizes the transport of each URL server: credentials, certificates, limits. Its builder
     * has the entry's headers. Called each time the entry is read, also if the transport in use is
     * kept. An entry that {@linkplain RemoteServer#wantsLogin() wants a login} gets it from the
     * credentials that are set here. Several customizers are called in their order.
     */
    public Builder http(BiConsumer<RemoteServer, HttpTransportBuilder<?>> customizer) {
      this.overHttp = overHttp.andThen(customizer);
      return this;
    }

    /**
     * Customizes the transport of each command server, by name: variables to inherit, limits.
     * Several customizers are called in their order.
     */
    public Builder stdio(BiConsumer<String, StdioTransport.Builder> customizer) {
      this.overStdio = overStdio.andThen(customizer);
      return this;
    }

    /** Quiet period after a change before a file is read again; default 500 ms. */
    public Builder quietPeriod(Duration period) {
      this.quietPeriod = positive(period);
      return this;
    }

    /**
     * Poll interval for the files, in addition to file system events; default 2 s. Changes on
     * network drives and behind links are detected only by polling.
     */
    public Builder pollInterval(Duration interval) {
      this.interval = positive(interval);
      return this;
    }

    /**
     * Timeout for the lock on a file that other threads or applications are changing; default 10 s.
     * The change fails after it.
     */
    public Builder lockTimeout(Duration timeout) {
      this.lockTimeout = positive(timeout);
      return this;
    }

    /**
     * Called after changed files were applied, including the first time; default: none. Runs on the
     * thread that applies them, one call at a time. Several listeners are called in their order.
     */
    public Builder listener(Consumer<ConfiguredServers> consumer) {
      this.listener = listener.andThen(consumer);
      return this;
    }

    private static Duration positive(Duration duration) {
      if (duration.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException("must be at least 1 ms, not " + duration);
      }
      return duration;
    }

    /** Builds the files; reads nothing yet. */
    public ServersFiles build() {
      return new ServersFiles(
          this,
          new EntryContext(
              new EntryTransport(
                  (name, target, http) -> overHttp.accept(new RemoteServer(name, target), http),
                  overStdio),
              defaults,
              allowed,
              environment,
              workspaceFolder(),
              new InputAnswers(inputs, inputTimeout),
              texts.isEmpty()));
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
}
