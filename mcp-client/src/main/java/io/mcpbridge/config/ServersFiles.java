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
  private final EntryContext context;
  private final Duration settle;
  private final Duration interval;
  private final Duration writeWithin;
  private final Consumer<ConfiguredServers> listener;

  ServersFiles(
      Map<ConfigSource, Path> files,
      EntryContext context,
      Duration settle,
      Duration interval,
      Duration writeWithin,
      Consumer<ConfiguredServers> listener) {
    this.files = new EnumMap<>(files);
    this.context = context;
    this.settle = settle;
    this.interval = interval;
    this.writeWithin = writeWithin;
    this.listener = listener;
  }

  /** One file with all defaults, as {@link ServersFilesBuilder#global}. */
  public static ServersFiles of(Path file) {
    return builder().global(file).build();
  }

  /** Begins with no file. */
  public static ServersFilesBuilder builder() {
    return new ServersFilesBuilder();
  }

  /**
   * Reads the files now. Never fails: what is wrong is in {@link ConfiguredServers#problems()}. May
   * ask for {@linkplain ServersFilesBuilder#inputs inputs}.
   */
  public ConfiguredServers read() {
    context.inputs().forgetRefused();
    List<LoadedFile> loaded = load();
    ConfiguredServers servers = servers(loaded);
    while (!servers.openInputs().isEmpty()) {
      context.inputs().ask(servers.openInputs());
      servers = servers(loaded);
    }
    return servers;
  }

  /**
   * Adds the servers to a catalogue, and keeps it as the files say until the result is closed: see
   * {@link ServersFileSync}. Returns once the files have been applied; connecting goes on in the
   * background if the catalogue is started.
   *
   * @throws IllegalStateException if the catalogue is closed
   */
  public ServersFileSync applyTo(ToolCatalog catalog) {
    return applyTo(catalog, ServersFileSync::reload);
  }

  /**
   * The same for a start that must wait for nobody: a thread of its own asks for inputs. A server
   * that waits for an answer is listed as disabled until then, and so holds up nobody who waits for
   * required ones.
   *
   * @throws IllegalStateException if the catalogue is closed
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
    return new ServersFileEditor(source, file, writeWithin);
  }

  List<LoadedFile> load() {
    return files.entrySet().stream()
        .map(file -> LoadedFile.of(file.getKey(), file.getValue()))
        .toList();
  }

  /** What these files say together, as far as nobody has to be asked for it. */
  ConfiguredServers servers(List<LoadedFile> loaded) {
    return ConfiguredServers.of(loaded, context);
  }

  InputAnswers inputs() {
    return context.inputs();
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
}
