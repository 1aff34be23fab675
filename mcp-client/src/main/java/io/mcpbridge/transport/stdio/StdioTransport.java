package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpTimeoutException;
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
 * A server as a child process that is spoken to over its standard streams, one message per line
 * (2026-07-28, basic, transports, stdio). Each {@link #open} starts one process; closing the
 * channel ends it with everything that it started.
 *
 * <pre>{@code
 * Transport files = StdioTransport.of("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data");
 * }</pre>
 *
 * <p>The command is a program, not a line for a shell. Without a folder it is searched in {@code
 * PATH} and then, on Unix, in {@code ~/.local/bin}, {@code /usr/local/bin} and {@code
 * /opt/homebrew/bin}; on Windows with the extensions of {@code PATHEXT}, and {@code .cmd}, {@code
 * .bat} and {@code .ps1} files are given to what runs them.
 */
public final class StdioTransport implements Transport {

  private final StdioServer server;
  private final String address;
  private final Duration startupSilence;
  private final StoppingChildren stopping = new StoppingChildren();

  private StdioTransport(StdioServer server, Duration startupSilence) {
    this.server = server;
    this.address = server.address();
    this.startupSilence = startupSilence;
  }

  /** A server with the defaults. */
  public static StdioTransport of(String command, String... args) {
    return builder(command, args).build();
  }

  /**
   * A server with settings.
   *
   * @param command the program; a path, or a name that is searched
   * @param args its arguments, each passed as it stands
   */
  public static Builder builder(String command, String... args) {
    return new Builder(command, List.of(args));
  }

  /**
   * Starts the process. It may need a while until it answers; that is not waited for.
   *
   * @throws McpConnectException if the process cannot be started; says why and which setting to
   *     change
   * @throws McpTimeoutException if the deadline has passed already, or does before the process that
   *     was started last has ended, should it be stopping
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
          new StdioChannel(server, ProcessStart.of(server, System.getenv()), listener, stopping);
    } catch (CommandProblem e) {
      throw new McpConnectException(server.shown() + ": " + e.getMessage());
    }
    channel.start();
    return channel;
  }

  /** {@code stdio:} and the command line, with what looks like a secret replaced by {@code ***}. */
  @Override
  public String address() {
    return address;
  }

  @Override
  public Optional<Duration> silenceIsAnAnswerAfter() {
    return Optional.of(startupSilence);
  }

  @Override
  public String toString() {
    return address;
  }

  /** Collects how the process is started and treated. */
  public static final class Builder {

    private final String command;
    private final List<String> args = new ArrayList<>();
    private final List<String> inherited = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private @Nullable Path workingDirectory;
    private JsonLimits limits = JsonLimits.defaults();
    private Duration startupSilence = Duration.ofSeconds(30);
    private StopGrace grace = StopGrace.DEFAULT;

    private Builder(String command, List<String> args) {
      if (command.isBlank()) {
        throw new IllegalArgumentException("`command` is empty");
      }
      this.command = command;
      this.args.addAll(args);
    }

    /** Adds arguments. */
    public Builder args(List<String> more) {
      args.addAll(more);
      return this;
    }

    /** Adds variables for the process, such as its API key. They win over inherited ones. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /**
     * Passes further variables of this application on to the process. By default it gets only what
     * programs need to run: path, home, user, locale, time zone, terminal, temporary folders,
     * {@code XDG_*}, proxies, certificate bundles, {@code JAVA_HOME}, and the system's own on
     * Windows. Of proxies ({@code HTTP_PROXY} and the like) it gets no user and password, unless
     * the variable is named here or given by {@link #environment}.
     *
     * @param names names; {@code "AWS_*"} means all that begin so, {@code "*"} means everything
     */
    public Builder inheritEnvironment(String... names) {
      inherited.addAll(List.of(names));
      return this;
    }

    /** Where the process runs; default is where this application does. */
    public Builder workingDirectory(Path directory) {
      this.workingDirectory = directory;
      return this;
    }

    /** How large a message may be; default {@link JsonLimits#defaults()}. */
    public Builder limits(JsonLimits messageLimits) {
      this.limits = messageLimits;
      return this;
    }

    /**
     * See {@link Transport#silenceIsAnAnswerAfter()}; default 30 s, but never more than half of the
     * time that connecting may take.
     */
    public Builder startupSilence(Duration silence) {
      this.startupSilence = silence;
      return this;
    }

    /**
     * How long a server may take to stop by itself, after its standard input was closed (default 2
     * s) and then after it was told to terminate (default 3 s), before it is killed.
     */
    public Builder shutdownGrace(Duration inputClosed, Duration terminated) {
      return inputClosedGrace(inputClosed).terminationGrace(terminated);
    }

    /** How long it may take after its standard input was closed; default 2 s. */
    public Builder inputClosedGrace(Duration time) {
      this.grace = new StopGrace(time, grace.terminated());
      return this;
    }

    /** How long it may take after it was told to terminate, before it is killed; default 3 s. */
    public Builder terminationGrace(Duration time) {
      this.grace = new StopGrace(grace.inputClosed(), time);
      return this;
    }

    /** The transport; nothing is started yet. */
    public StdioTransport build() {
      return new StdioTransport(
          new StdioServer(command, args, inherited, environment, workingDirectory, limits, grace),
          startupSilence);
    }
  }
}
