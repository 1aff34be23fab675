package io.mcpbridge.cli.internal;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that connects servers of a file. */
abstract class ServersCommand extends OutputCommand {

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "The configuration file. Default: the first of mcp.json, .mcp.json and application.yml,"
              + " .yaml or .properties in the working directory, or that in src/main/resources.")
  @Nullable Path file;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      split = ",",
      description = "The active profiles of an application.yml or .properties.")
  List<String> profiles = new ArrayList<>();

  @Option(
      names = {"-s", "--server"},
      paramLabel = "SERVER",
      split = ",",
      description = "Only these servers of the file.")
  List<String> servers = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long to wait for a server: 500ms, 10s or 2m. Default: 30s (doctor 10s, login 5m).")
  @Nullable Duration timeout;

  @Option(
      names = "--start",
      description =
          "Start the servers of a file that belongs to another program, such as an editor.")
  boolean start;

  @Override
  public Integer call() {
    prepare();
    try (ServerSession session = ServerSession.open(this)) {
      return run(session).and(session.fileExitCode()).code();
    } catch (UnusableFileException e) {
      return report(e).code();
    }
  }

  /** Reports a file without servers; by default as what ended the command. */
  ExitCode report(UnusableFileException unusable) {
    throw unusable;
  }

  /** Checks the arguments before a server starts. */
  void prepare() {}

  /** The servers that the command needs, unless the user selects servers. */
  List<ConfiguredEntry> needed(List<ConfiguredEntry> entries) {
    return entries;
  }

  /** Whether the command runs only when each server is connected or has failed. */
  boolean awaitsServers() {
    return true;
  }

  /** Sets the credentials of a server. */
  void authorize(StoredLogins logins, RemoteServer server, HttpTransportBuilder<?> transport) {
    logins.applyTo(server, transport);
  }

  abstract ExitCode run(ServerSession session);

  List<ConfiguredEntry> selected(List<ConfiguredEntry> entries) {
    return servers.isEmpty()
        ? needed(entries)
        : entries.stream().filter(entry -> servers.contains(entry.name())).toList();
  }

  CallOptions.Builder callOptions(String server) {
    return CallOptions.builder()
        .timeout(timeout)
        .onProgress(
            progress ->
                output()
                    .serverProgress(
                        server,
                        progress.message() == null
                            ? String.valueOf(progress.progress())
                            : progress.message()));
  }
}
