package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
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
 * The files that name MCP servers, in the form of Claude, VS Code, Cursor, Cline, Roo or FastMCP:
 * one of the person or machine, one of the project, or both. Only files that are named here are
 * read: a file of a project says which programs are started, so it is for the application to decide
 * whether to trust it. Thread-safe.
 *
 * <pre>{@code
 * ToolCatalogBuilder builder = ToolCatalog.builder();
 * ServersFiles.of(Path.of("mcp.json")).read().addTo(builder);
 * }</pre>
 */
public final class ServersFiles {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final Map<ConfigSource, Path> files;
  private final EntryTransport transports;
  private final ServerOptions defaults;
  private final Predicate<ConfiguredServer> allowed;
  private final Function<String, @Nullable String> environment;
  private final Path workspaceFolder;
  private final InputAnswers inputs;
  private final Duration settle;
  private final Duration interval;
  private final Consumer<ConfiguredServers> listener;

  private ServersFiles(Builder builder) {
    this.files = new EnumMap<>(builder.files);
    this.transports = new EntryTransport(builder.overHttp, builder.overStdio);
    this.defaults = builder.defaults;
    this.allowed = builder.allowed;
    this.environment = builder.environment;
    this.workspaceFolder = builder.workspaceFolder();
    this.inputs = new InputAnswers(builder.inputs);
    this.settle = builder.settle;
    this.interval = builder.interval;
    this.listener = builder.listener;
  }

  /** One file with all defaults, as {@link Builder#global}. */
  public static ServersFiles of(Path file) {
    return builder().global(file).build();
  }

  /** Begins with no file. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads the files now. Never fails: what is wrong is in {@link ConfiguredServers#problems()}. May
   * ask for {@linkplain Builder#inputs inputs}.
   */
  public ConfiguredServers read() {
    return servers(load());
  }

  /**
   * Adds the servers to a catalogue, and keeps it as the files say until the result is closed: see
   * {@link ServersFileSync}. Returns once the files have been applied; connecting goes on in the
   * background if the catalogue is started.
   *
   * @throws IllegalStateException if the catalogue is closed
   */
  public ServersFileSync applyTo(ToolCatalog catalog) {
    ServersFileSync sync = new ServersFileSync(this, catalog);
    try {
      sync.start();
      return sync;
    } catch (RuntimeException | Error e) {
      sync.close();
      throw e;
    }
  }

  /**
   * Changes one of the files.
   *
   * @throws IllegalArgumentException if no such file was named
   */
  public ServersFileEditor editor(ConfigSource source) {
    Path file = files.get(source);
    if (file == null) {
      throw new IllegalArgumentException(
          "there is no "
              + source.name().toLowerCase(Locale.ROOT)
              + " file; name one when the files are built");
    }
    return new ServersFileEditor(source, file);
  }

  List<LoadedFile> load() {
    return files.entrySet().stream()
        .map(file -> LoadedFile.of(file.getKey(), file.getValue()))
        .toList();
  }

  /** What these files say together; of those without a document there is nothing but a problem. */
  ConfiguredServers servers(List<LoadedFile> loaded) {
    List<ConfiguredServer> servers = new ArrayList<>();
    List<ConfigProblem> problems = new ArrayList<>();
    Set<Path> envFiles = new HashSet<>();
    for (LoadedFile file : loaded) {
      if (file.problem() != null) {
        problems.add(file.problem());
      }
      if (file.document() != null) {
        DocumentReader reader = new DocumentReader(this, file.document());
        servers.addAll(reader.read(List.copyOf(servers)));
        envFiles.addAll(reader.envFiles());
      }
    }
    return new ConfiguredServers(servers, problems, envFiles);
  }

  Set<Path> paths() {
    return Set.copyOf(files.values());
  }

  Duration settle() {
    return settle;
  }

  Duration interval() {
    return interval;
  }

  void tell(ConfiguredServers servers) {
    try {
      listener.accept(servers);
    } catch (RuntimeException e) {
      log.error("The listener to MCP servers files failed", e);
    }
  }

  EntryTransport transports() {
    return transports;
  }

  ServerOptions defaults() {
    return defaults;
  }

  boolean allows(ConfiguredServer server) {
    return allowed.test(server);
  }

  Function<String, @Nullable String> environment() {
    return environment;
  }

  Path workspaceFolder() {
    return workspaceFolder;
  }

  InputAnswers inputs() {
    return inputs;
  }

  /** Collects which files to read, and what they cannot say themselves. Not thread-safe. */
  public static final class Builder {

    private final Map<ConfigSource, Path> files = new EnumMap<>(ConfigSource.class);
    private BiConsumer<String, HttpTransportBuilder<?>> overHttp = (server, builder) -> {};
    private BiConsumer<String, StdioTransport.Builder> overStdio = (server, builder) -> {};
    private ServerOptions defaults = ServerOptions.defaults();
    private Predicate<ConfiguredServer> allowed = server -> true;
    private Function<String, @Nullable String> environment = System::getenv;
    private @Nullable Path workspaceFolder;
    private @Nullable InputPrompt inputs;
    private Duration settle = Duration.ofMillis(500);
    private Duration interval = Duration.ofSeconds(2);
    private Consumer<ConfiguredServers> listener = servers -> {};

    private Builder() {}

    /** The file of the person or the machine. */
    public Builder global(Path file) {
      files.put(ConfigSource.GLOBAL, file.toAbsolutePath().normalize());
      return this;
    }

    /**
     * The file of the project, whose servers stand in front of global ones of the same name. Its
     * programs run in the {@link #workspaceFolder}.
     */
    public Builder project(Path file) {
      files.put(ConfigSource.PROJECT, file.toAbsolutePath().normalize());
      return this;
    }

    /**
     * What {@code ${workspaceFolder}} means and where relative paths begin. Default: the folder of
     * the project file, or the one above where that is one such as {@code .vscode}; without a
     * project file, where this application runs.
     */
    public Builder workspaceFolder(Path folder) {
      this.workspaceFolder = folder.toAbsolutePath().normalize();
      return this;
    }

    /** Where {@code ${VAR}} is looked up; default {@link System#getenv(String)}. */
    public Builder environment(Function<String, @Nullable String> lookup) {
      this.environment = lookup;
      return this;
    }

    /** Who answers {@code ${input:id}}; default: nobody, so that defaults are taken. */
    public Builder inputs(InputPrompt prompt) {
      this.inputs = prompt;
      return this;
    }

    /** How servers are treated where the files do not say. */
    public Builder defaults(ServerOptions options) {
      this.defaults = options;
      return this;
    }

    /**
     * Which servers may be used at all; default: all. A refused one stays listed, with that as its
     * problem. Asked for each server that could be used, on the thread that reads the files.
     */
    public Builder allow(Predicate<ConfiguredServer> policy) {
      this.allowed = policy;
      return this;
    }

    /** Adds to each server behind a URL, by its name: credentials, certificates, limits. */
    public Builder http(BiConsumer<String, HttpTransportBuilder<?>> more) {
      this.overHttp = more;
      return this;
    }

    /** Adds to each server that is started, by its name: variables to inherit, limits. */
    public Builder stdio(BiConsumer<String, StdioTransport.Builder> more) {
      this.overStdio = more;
      return this;
    }

    /** How long a file has to be at rest before it is read again; default 500 ms. */
    public Builder settle(Duration rest) {
      this.settle = positive(rest);
      return this;
    }

    /**
     * How often to look at the files, besides when the file system says that something happened;
     * default 2 s. Network drives and links are noticed by looking only.
     */
    public Builder lookEvery(Duration pause) {
      this.interval = positive(pause);
      return this;
    }

    /**
     * Who is told whenever changed files have been applied, the first time included; default:
     * nobody. Called on the thread that applies them, one at a time.
     */
    public Builder listener(Consumer<ConfiguredServers> told) {
      this.listener = told;
      return this;
    }

    private static Duration positive(Duration duration) {
      if (duration.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException("at least a millisecond is needed, not " + duration);
      }
      return duration;
    }

    /** The files; nothing is read yet. */
    public ServersFiles build() {
      return new ServersFiles(this);
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
