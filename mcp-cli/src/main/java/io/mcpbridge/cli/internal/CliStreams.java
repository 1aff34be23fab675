package io.mcpbridge.cli.internal;

import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.ConsoleInput;
import java.io.File;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one run.
 *
 * @param traced whether messages to and from servers are written to {@code err}
 * @param interrupted set when a signal ends the process, such as that of Ctrl-C: from then on
 *     nothing is written, because all calls fail
 */
record CliStreams(
    InputStream in,
    PrintStream out,
    PrintStream err,
    CliEnvironment environment,
    boolean traced,
    AtomicBoolean interrupted) {

  CliStreams(InputStream in, PrintStream out, PrintStream err, CliEnvironment environment) {
    this(in, out, err, environment, false, new AtomicBoolean());
  }

  CliStreams withTrace() {
    return new CliStreams(in, out, err, environment, true, interrupted);
  }

  /** Asks the user; {@code null} without a terminal. */
  @Nullable ConsoleInput console() {
    if (!environment.terminal()) {
      return null;
    }
    return in == System.in // then it does not echo secrets
        ? ConsoleInput.system()
        : ConsoleInput.of(new InputStreamReader(in, StandardCharsets.UTF_8), err);
  }

  /** See https://no-color.org. */
  boolean isColored() {
    return environment.terminal() && environment.variable("NO_COLOR").isEmpty();
  }

  CliOutput output(boolean isColored) {
    return new CliOutput(out, err, isColored, environment.terminalOutput(), interrupted);
  }

  /** A place in a file, relative to the working directory if the file is below it. */
  String shown(SettingOrigin origin) {
    String folder = environment.workingDirectory() + File.separator;
    String place = origin.toString();
    return place.startsWith(folder) ? place.substring(folder.length()) : place;
  }

  /** Reports what ended a command. */
  ExitCode report(Exception failure, Object command) {
    CliOutput output = command instanceof StreamsCommand user ? user.output() : output(isColored());
    if (failure instanceof CliException end) {
      output.error(String.valueOf(end.getMessage()));
      return end.exitCode();
    }
    if (failure instanceof McpException cause) {
      output.errorLine(cause.getMessage());
      return exitCode(cause);
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    output.error("unexpected: " + trace);
    return ExitCode.FAILED;
  }

  static ExitCode exitCode(McpException cause) {
    if (cause instanceof McpAuthorizationException) {
      return ExitCode.LOGIN_REQUIRED;
    }
    return cause instanceof McpErrorResponseException ? ExitCode.FAILED : ExitCode.UNAVAILABLE;
  }
}
