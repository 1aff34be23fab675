package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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
  private final EntryContext context;
  private final Duration quietPeriod;
  private final Duration interval;
  private final Duration lockTimeout;
  private final Consumer<ConfiguredServers> listener;

  ServersFiles(
      Map<ConfigSource, Path> files,
      EntryContext context,
      Duration quietPeriod,
      Duration interval,
      Duration lockTimeout,
      Consumer<ConfiguredServers> listener) {
    this.files = new EnumMap<>(files);
    this.context = context;
    this.quietPeriod = quietPeriod;
    this.interval = interval;
    this.lockTimeout = lockTimeout;
    this.listener = listener;
  }

  /** One global file with all defaults, as {@link ServersFilesBuilder#global}. */
  public static ServersFiles of(Path file) {
    return builder().global(file).build();
  }

  /** Creates a builder without files. */
  public static ServersFilesBuilder builder() {
    return new ServersFilesBuilder();
  }

  /**
   * Reads the files now. Never fails: problems are in {@link ConfiguredServers#problems()}. May ask
   * for {@linkplain ServersFilesBuilder#inputs inputs}.
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
              + " file; name one when the files are built");
    }
    return new ServersFileEditor(source, file, lockTimeout);
  }

  List<LoadedFile> load() {
    return files.entrySet().stream()
        .map(file -> LoadedFile.of(file.getKey(), file.getValue()))
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

  void tell(ConfiguredServers servers) {
    try {
      listener.accept(servers);
    } catch (RuntimeException e) {
      log.error("The listener to MCP servers files failed", e);
    }
  }
}
