package io.mcpbridge.cli.internal;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.cli.internal.config.ConfigurationProblem;
import io.mcpbridge.cli.internal.config.ServerConfiguration;
import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.WireTrace;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The servers of one run of a command, until it is closed. */
final class ServerSession implements AutoCloseable {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** When a server that is still starting is named. */
  private static final Duration SLOW = Duration.ofSeconds(10);

  /** A result is for the user or a script, which no context window limits. */
  private static final int MAX_RESULT_CHARACTERS = Integer.MAX_VALUE;

  private final ToolCatalog catalog;
  private final ServerConfiguration configuration;
  private final List<ConfiguredEntry> entries;
  private final Set<String> withLogin;
  private final boolean isLogin;
  private final CliOutput output;
  private final Duration timeout;
  private final Thread closeAtExit;

  private ServerSession(
      ToolCatalog catalog,
      ServerConfiguration configuration,
      List<ConfiguredEntry> entries,
      Set<String> withLogin,
      boolean isLogin,
      CliOutput output,
      Duration timeout,
      AtomicBoolean interrupted) {
    this.catalog = catalog;
    this.configuration = configuration;
    this.entries = entries;
    this.withLogin = withLogin;
    this.isLogin = isLogin;
    this.output = output;
    this.timeout = timeout;
    this.closeAtExit =
        DaemonThreads.named(
            "mcp-close",
            () -> {
              interrupted.set(true);
              catalog.close();
            });
    Runtime.getRuntime().addShutdownHook(closeAtExit);
  }

  /**
   * Starts servers, and waits until each is connected or has failed.
   *
   * @throws CliException if the file or the selection of servers is wrong
   */
  static ServerSession open(ServersCommand command) {
    CliStreams streams = command.streams();
    CliEnvironment environment = streams.environment();
    StoredLogins logins = new StoredLogins(environment);
    ConsoleInput console = streams.console();
    Set<String> withLogin = new HashSet<>();
    ConfigurationFile file =
        ConfigurationFile.read(
            command.file,
            null,
            command.profiles,
            environment,
            console,
            (server, transport) -> {
              if (StoredLogins.usesLogin(server)) {
                withLogin.add(server.name());
              }
              command.authorize(logins, server, transport);
            });
    CliOutput output = command.output();
    output.mask(file.configuration()::written);
    if (System.err instanceof LogStream logs) {
      logs.mask(file.configuration()::written);
    }
    List<ConfiguredEntry> all = file.entries();
    requireNames(command.servers, all, file.path());
    boolean starts = command.start || !file.isOfAnotherProgram();
    List<ConfiguredEntry> entries =
        command.selected(all).stream().map(entry -> starts ? entry : entry.notStarted()).toList();
    if (command.awaitsServers()) { // the doctor prints them with its findings
      file.configuration().problems().stream()
          .filter(it -> it.server() == null)
          .forEach(problem -> report(problem, output));
    }
    ToolCatalogBuilder builder = ToolCatalog.builder();
    if (console != null) {
      builder.inputHandlers(console.handlers());
    }
    if (streams.traced()) {
      builder.wireTrace(WireTrace.builder().listener(trace -> output.trace(trace.text())).build());
    }
    for (ConfiguredEntry entry : entries) {
      Transport transport = entry.transport();
      if (transport != null && entry.problem() == null) {
        boolean isProcess = transport instanceof StdioTransport;
        output.progress(
            (isProcess ? "starting " : "connecting to ") + entry.name() + ": " + entry.address());
        builder.server(entry.name(), transport, options(entry.options(), command, streams));
      }
    }
    Duration timeout = command.timeout == null ? DEFAULT_TIMEOUT : command.timeout;
    ServerSession session =
        new ServerSession(
            builder.build(),
            file.configuration(),
            entries,
            withLogin,
            command instanceof LoginCommand,
            output,
            timeout,
            streams.interrupted());
    if (command.awaitsServers()) {
      session.awaitReady();
    }
    return session;
  }

  private static void report(ConfigurationProblem problem, CliOutput output) {
    switch (problem.severity()) {
      case ERROR -> output.error(problem.toString());
      case WARNING -> output.progress("warning: " + problem);
      case INFO -> {}
    }
  }

  /** Whether the file is wrong beyond its servers, which commands report as they use them. */
  ExitCode fileExitCode() {
    return configuration.problems().stream()
            .anyMatch(it -> it.server() == null && it.severity() == ConfigProblem.Severity.ERROR)
        ? ExitCode.CONFIGURATION
        : ExitCode.OK;
  }

  private static void requireNames(List<String> names, List<ConfiguredEntry> entries, Path file) {
    List<String> existing = entries.stream().map(ConfiguredEntry::name).toList();
    for (String name : names) {
      if (!existing.contains(name)) {
        throw new CliException(
            ExitCode.USAGE,
            "there is no server \""
                + name
                + "\" in "
                + file
                + "; it has "
                + (existing.isEmpty() ? "none" : String.join(", ", existing)));
      }
    }
  }

  private static ServerOptions options(
      ServerOptions configured, ServersCommand command, CliStreams streams) {
    ServerOptionsBuilder options =
        configured.toBuilder().maxResultCharacters(MAX_RESULT_CHARACTERS).errorPrefix("");
    if (command.timeout != null) {
      options.initializationTimeout(command.timeout).listTimeout(command.timeout);
    }
    if (streams.traced()) {
      options.trace(TraceLevel.BODIES);
    }
    return options.build();
  }

  private void awaitReady() {
    Duration soon = timeout.compareTo(SLOW) < 0 ? timeout : SLOW;
    if (!catalog.awaitReady(soon) && timeout.compareTo(soon) > 0) {
      for (ServerStatus server : catalog.servers()) {
        if (server.state() == ServerState.CONNECTING) {
          output.progress(server.name() + ": still starting after " + SLOW.toSeconds() + " s");
        }
      }
      catalog.awaitReady(timeout.minus(soon));
    }
  }

  ToolCatalog catalog() {
    return catalog;
  }

  ServerConfiguration configuration() {
    return configuration;
  }

  List<ConfiguredEntry> entries() {
    return entries;
  }

  /** The status of a server; {@code null} if it was not started. */
  @Nullable ServerStatus status(ConfiguredEntry entry) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(entry.name()))
        .findFirst()
        .orElse(null);
  }

  /** Whether a server cannot be used, and why. */
  ExitCode exitCode(ConfiguredEntry entry) {
    ServerStatus status = status(entry);
    if (status == null) {
      return entry.isWrong() ? ExitCode.CONFIGURATION : ExitCode.OK;
    }
    return switch (status.state()) {
      case CONNECTED, DEGRADED, IDLE, DISABLED -> ExitCode.OK;
      case NEEDS_AUTHORIZATION -> ExitCode.LOGIN_REQUIRED;
      case CONNECTING, DISCONNECTED, CLOSED -> ExitCode.UNAVAILABLE;
    };
  }

  /** The exit code of all servers. */
  ExitCode exitCode() {
    return entries.stream().map(this::exitCode).reduce(ExitCode.OK, ExitCode::and);
  }

  /** Why a server cannot be used; empty if it can. */
  String reason(ConfiguredEntry entry) {
    ServerStatus status = status(entry);
    if (status == null) {
      return String.valueOf(entry.problem()) + " (" + entry.location() + ")";
    }
    String reason = status.reason() == null ? "" : configuration.written(status.reason());
    return switch (status.state()) {
      case CONNECTING -> "no answer within " + timeout.toMillis() + " ms (option --timeout)";
      case NEEDS_AUTHORIZATION ->
          reason + (usesLogin(entry) && !isLogin ? "; to sign in: mcp login " + entry.name() : "");
      default -> reason;
    };
  }

  /** Whether the token of a login is sent to the server. */
  boolean usesLogin(ConfiguredEntry entry) {
    return withLogin.contains(entry.name());
  }

  /**
   * Reports the servers that cannot be used as errors.
   *
   * @return the exit code of all servers; that of a wrong use if the user has to allow their start
   */
  ExitCode reportUnavailable() {
    ExitCode exitCode = exitCode();
    for (ConfiguredEntry entry : entries) {
      boolean isOff = entry.problem() != null && !entry.isDisabled();
      if (isOff || exitCode(entry) != ExitCode.OK) {
        output.error(entry.name() + ": " + reason(entry));
      }
      exitCode = exitCode.and(entry.isOfAnotherProgram() ? ExitCode.USAGE : ExitCode.OK);
    }
    return exitCode;
  }

  /**
   * Reports as errors what servers did not list, unless {@link #reportUnavailable} does.
   *
   * @return the exit code of all servers
   */
  ExitCode reportFailures(CatalogListing<?> listing) {
    ExitCode exitCode = ExitCode.OK;
    for (ConfiguredEntry entry : entries) {
      McpException failure = listing.failures().get(entry.name());
      if (failure != null) {
        if (exitCode(entry) == ExitCode.OK) {
          output.serverError(entry.name(), failure.getMessage());
        }
        exitCode = exitCode.and(CliStreams.exitCode(failure));
      }
    }
    return exitCode;
  }

  /**
   * Reports the servers that use no login, such as disabled ones, as errors: what is fine for
   * commands other than that of a login.
   */
  ExitCode reportWithoutLogin() {
    ExitCode exitCode = ExitCode.OK;
    for (ConfiguredEntry entry : entries) {
      String problem =
          entry.isDisabled()
              ? reason(entry)
              : entry.problem() == null && !usesLogin(entry)
                  ? "it uses no login: it is a process, or has an Authorization header of its own"
                  : null;
      if (problem != null) {
        output.error(entry.name() + ": " + problem);
        exitCode = ExitCode.USAGE;
      }
    }
    return exitCode;
  }

  @Override
  public void close() {
    catalog.close();
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      // the process is exiting already
    }
  }
}
