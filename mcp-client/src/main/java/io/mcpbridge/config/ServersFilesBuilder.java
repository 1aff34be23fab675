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

/** Collects which files to read, and what they cannot say themselves. Not thread-safe. */
public final class ServersFilesBuilder {

  private final Map<ConfigSource, Path> files = new EnumMap<>(ConfigSource.class);
  private BiConsumer<String, HttpTransportBuilder<?>> overHttp = (server, builder) -> {};
  private BiConsumer<String, StdioTransport.Builder> overStdio = (server, builder) -> {};
  private ServerOptions defaults = ServerOptions.defaults();
  private Predicate<ConfiguredServer> allowed = server -> true;
  private Function<String, @Nullable String> environment = System::getenv;
  private @Nullable Path workspaceFolder;
  private @Nullable InputPrompt inputs;
  private Duration inputsWithin = Duration.ofMinutes(5);
  private Duration settle = Duration.ofMillis(500);
  private Duration interval = Duration.ofSeconds(2);
  private Duration writeWithin = Duration.ofSeconds(10);
  private Consumer<ConfiguredServers> listener = servers -> {};

  ServersFilesBuilder() {}

  /** The file of the person or the machine. */
  public ServersFilesBuilder global(Path file) {
    files.put(ConfigSource.GLOBAL, file.toAbsolutePath().normalize());
    return this;
  }

  /**
   * The file of the project, whose servers stand in front of global ones of the same name. Its
   * programs run in the {@link #workspaceFolder}.
   */
  public ServersFilesBuilder project(Path file) {
    files.put(ConfigSource.PROJECT, file.toAbsolutePath().normalize());
    return this;
  }

  /**
   * What {@code ${workspaceFolder}} means and where relative paths begin. Default: the folder of
   * the project file, or the one above where that is one such as {@code .vscode}; without a project
   * file, where this application runs.
   */
  public ServersFilesBuilder workspaceFolder(Path folder) {
    this.workspaceFolder = folder.toAbsolutePath().normalize();
    return this;
  }

  /** Where {@code ${VAR}} is looked up; default {@link System#getenv(String)}. */
  public ServersFilesBuilder environment(Function<String, @Nullable String> lookup) {
    this.environment = lookup;
    return this;
  }

  /** Who answers {@code ${input:id}}; default: nobody, so that defaults are taken. */
  public ServersFilesBuilder inputs(InputPrompt prompt) {
    this.inputs = prompt;
    return this;
  }

  /**
   * How long to wait for the answer to one input; default 5 minutes. Without one in time its
   * default is taken, and the next input is asked for.
   */
  public ServersFilesBuilder inputsWithin(Duration atMost) {
    this.inputsWithin = positive(atMost);
    return this;
  }

  /** How servers are treated where the files do not say. */
  public ServersFilesBuilder defaults(ServerOptions options) {
    this.defaults = options;
    return this;
  }

  /**
   * Which servers may be used at all; default: all. A refused one stays listed, with that as its
   * problem. Asked for each server that could be used, on the thread that reads the files.
   */
  public ServersFilesBuilder allow(Predicate<ConfiguredServer> policy) {
    this.allowed = policy;
    return this;
  }

  /** Adds to each server behind a URL, by its name: credentials, certificates, limits. */
  public ServersFilesBuilder http(BiConsumer<String, HttpTransportBuilder<?>> more) {
    this.overHttp = more;
    return this;
  }

  /** Adds to each server that is started, by its name: variables to inherit, limits. */
  public ServersFilesBuilder stdio(BiConsumer<String, StdioTransport.Builder> more) {
    this.overStdio = more;
    return this;
  }

  /** How long a file has to be at rest before it is read again; default 500 ms. */
  public ServersFilesBuilder settle(Duration rest) {
    this.settle = positive(rest);
    return this;
  }

  /**
   * How often to look at the files, besides when the file system says that something happened;
   * default 2 s. Network drives and links are noticed by looking only.
   */
  public ServersFilesBuilder lookEvery(Duration pause) {
    this.interval = positive(pause);
    return this;
  }

  /**
   * How long a change of a file waits at most for other threads and applications that change it;
   * default 10 s. What is not written by then has failed.
   */
  public ServersFilesBuilder writeWithin(Duration atMost) {
    this.writeWithin = positive(atMost);
    return this;
  }

  /**
   * Who is told whenever changed files have been applied, the first time included; default: nobody.
   * Called on the thread that applies them, one at a time.
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

  /** The files; nothing is read yet. */
  public ServersFiles build() {
    return new ServersFiles(
        files,
        new EntryContext(
            new EntryTransport(overHttp, overStdio),
            defaults,
            allowed,
            environment,
            workspaceFolder(),
            new InputAnswers(inputs, inputsWithin)),
        settle,
        interval,
        writeWithin,
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
