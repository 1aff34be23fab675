package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.stdio.platform.CommandException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server as a child process: newline-delimited JSON on its standard streams (2026-07-28, basic,
 * transports, stdio). Each {@link #open} starts one process; closing the channel stops it with all
 * its descendants.
 *
 * <pre>{@code
 * Transport files = StdioTransport.of("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data");
 * }</pre>
 *
 * <p>The command is a program, not a shell command line. A name without a folder is searched in
 * {@code PATH} and then, on Unix, in {@code ~/.local/bin}, {@code /usr/local/bin} and {@code
 * /opt/homebrew/bin}; on Windows with the extensions of {@code PATHEXT}, and {@code .cmd}, {@code
 * .bat} and {@code .ps1} files are run by their interpreters.
 */
public final class StdioTransport implements Transport {

  private final StdioCommand server;
  private final String address;
  private final Duration probeTimeout;
  private final StoppingProcesses stopping = new StoppingProcesses();

  private StdioTransport(StdioCommand server, Duration probeTimeout) {
    this.server = server;
    this.address = server.address();
    this.probeTimeout = probeTimeout;
  }

  /** A server with default settings. */
  public static StdioTransport of(String command, String... args) {
    return builder(command, args).build();
  }

  /**
   * Creates a builder with default settings.
   *
   * @param command the program; a path, or a name to search
   * @param args its arguments, passed unchanged
   */
  public static Builder builder(String command, String... args) {
    return new Builder(command, List.of(args));
  }

  /**
   * Starts the process, without waiting for its first response.
   *
   * @throws McpConnectException if the process cannot be started; the message names the cause and
   *     the setting
   * @throws McpTimeoutException if the deadline passes before the start, which waits for a previous
   *     process that is still stopping and for the login shell
   */
  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    if (deadline.hasPassed()) {
      throw new McpTimeoutException(
          server.shown() + ": not started, because the deadline has passed");
    }
    stopping.awaitNone(server.shown(), deadline);
    StdioChannel channel;
    try {
      channel =
          new StdioChannel(
              server, ProcessLauncher.of(server, System.getenv(), deadline), listener, stopping);
    } catch (CommandException e) {
      throw new McpConnectException(server.shown() + ": " + e.getMessage())
          .withSetting(e.setting());
    }
    channel.start();
    return channel;
  }

  /** {@code stdio:} and the command line, with {@code ***} in place of what looks like a secret. */
  @Override
  public String address() {
    return address;
  }

  @Override
  public Optional<Duration> probeTimeout() {
    return Optional.of(probeTimeout);
  }

  @Override
  public String toString() {
    return address;
  }

  /** The settings of a {@link StdioTransport}. Not thread-safe. */
  public static final class Builder {

    private final String command;
    private final List<String> args = new ArrayList<>();
    private final List<String> inherited = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private boolean loginShellPath;
    private @Nullable Path workingDirectory;
    private StandardError standardError = StandardError.log();
    private JsonLimits limits = JsonLimits.defaults();
    private Duration probeTimeout = Duration.ofSeconds(30);
    private ShutdownTimeouts grace = ShutdownTimeouts.DEFAULT;

    private Builder(String command, List<String> args) {
      if (command.isBlank()) {
        throw new IllegalArgumentException("`command` is empty");
      }
      this.command = command;
      this.args.addAll(args);
    }

    /** Adds arguments. */
    public Builder args(List<String> arguments) {
      args.addAll(arguments);
      return this;
    }

    /** Adds an environment variable, such as an API key. It overrides an inherited one. */
    public Builder env(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Adds several environment variables, as {@link #env} does. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /**
     * Lets the process inherit further environment variables. By default it inherits only what
     * programs need to run: path, home, user, locale, time zone, terminal, temporary folders,
     * {@code XDG_*}, proxies, certificate bundles, {@code JAVA_HOME}, and the system's own on
     * Windows. Proxy variables ({@code HTTP_PROXY} and the like) are inherited without user and
     * password, unless the variable is named here or given by {@link #env}.
     *
     * @param names names; {@code "AWS_*"} means all with that prefix, {@code "*"} all variables
     */
    public Builder inheritEnvironment(String... names) {
      inherited.addAll(List.of(names));
      return this;
    }

    /**
     * Searches the command, and lets the server search its programs, also in the {@code PATH} of
     * the user's login shell, as desktop applications do; default false. It contains the folders of
     * nvm, asdf, volta and mise. The shell (environment variable {@code SHELL}) runs its startup
     * files for this, once per process, in the background and for at most 10 seconds. A {@code
     * PATH} given by {@link #env} takes precedence. Without effect on Windows, where all programs
     * have the same path.
     */
    public Builder loginShellPath(boolean ask) {
      this.loginShellPath = ask;
      return this;
    }

    /** The working directory of the process; default: that of this application. */
    public Builder workingDirectory(Path directory) {
      this.workingDirectory = directory;
      return this;
    }

    /**
     * Where the standard error of the process goes: to the log, to a file, to the standard error of
     * this application, or nowhere; default {@link StandardError#log()}.
     */
    public Builder standardError(StandardError policy) {
      this.standardError = policy;
      return this;
    }

    /** Maximum size and depth of a message; default {@link JsonLimits#defaults()}. */
    public Builder limits(JsonLimits messageLimits) {
      this.limits = messageLimits;
      return this;
    }

    /**
     * See {@link Transport#probeTimeout()}; default 30 s, but at most half of the client's connect
     * timeout.
     */
    public Builder probeTimeout(Duration silence) {
      this.probeTimeout = silence;
      return this;
    }

    /** How long to wait for the process to exit after closing its standard input; default 2 s. */
    public Builder exitTimeout(Duration time) {
      this.grace = new ShutdownTimeouts(time, grace.killTimeout());
      return this;
    }

    /**
     * How long to wait for the process to exit after terminating it, before it is killed; default 3
     * s.
     */
    public Builder killTimeout(Duration time) {
      this.grace = new ShutdownTimeouts(grace.exitTimeout(), time);
      return this;
    }

    /** Builds the transport; starts no process. */
    public StdioTransport build() {
      return new StdioTransport(
          new StdioCommand(
              command,
              args,
              inherited,
              environment,
              loginShellPath,
              workingDirectory,
              standardError,
              limits,
              grace),
          probeTimeout);
    }
  }
}
