package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.stdio.platform.ChildEnvironment;
import io.mcpbridge.internal.stdio.platform.CommandException;
import io.mcpbridge.internal.stdio.platform.Platform;
import io.mcpbridge.internal.text.ArgumentRedaction;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.json.JsonLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server process is started.
 *
 * @param inherited names of environment variables inherited in addition to the usual ones
 * @param environment the configured variables
 * @param loginShellPath whether the user's login shell is asked for its {@code PATH}
 * @param directory its working directory; {@code null} for that of this process
 * @param standardError where its standard error goes
 */
record StdioCommand(
    String command,
    List<String> args,
    List<String> inherited,
    Map<String, String> environment,
    boolean loginShellPath,
    @Nullable Path directory,
    StandardError standardError,
    JsonLimits limits,
    ShutdownTimeouts grace) {

  private static final int MAX_SHOWN_LENGTH = 120;
  private static final int END_SHOWN = 40;

  StdioCommand {
    args = List.copyOf(args);
    inherited = List.copyOf(inherited);
    environment = Map.copyOf(environment);
  }

  /** The command line for display: without secrets, on one line. */
  String address() {
    StringBuilder line =
        new StringBuilder("stdio: ").append(PrintableText.of(CommandException.shown(command)));
    for (String arg : new ArgumentRedaction(args).shown()) {
      String text = PrintableText.of(arg).replace('\n', ' ').replace('\t', ' ');
      boolean plain = !text.isEmpty() && text.indexOf(' ') < 0 && text.indexOf('"') < 0;
      line.append(' ').append(plain ? text : '"' + text.replace("\"", "\\\"") + '"');
    }
    return line.toString();
  }

  /**
   * The address for messages: abbreviates the middle of a long command line, because its end often
   * distinguishes two servers.
   */
  String shown() {
    String address = address();
    if (address.length() <= MAX_SHOWN_LENGTH) {
      return address;
    }
    int start = MAX_SHOWN_LENGTH - END_SHOWN;
    int end = address.length() - END_SHOWN;
    return address.substring(0, Character.isLowSurrogate(address.charAt(start)) ? start - 1 : start)
        + " ... "
        + address.substring(Character.isLowSurrogate(address.charAt(end)) ? end + 1 : end);
  }

  /**
   * The secrets among arguments and environment, and all values of the server's own environment,
   * whose names may not tell.
   *
   * @param parentEnvironment the environment of this process
   */
  Secrets secrets(Map<String, String> parentEnvironment) {
    return Secrets.of(
        args,
        ChildEnvironment.of(Platform.current(), parentEnvironment, inherited, environment),
        environment.values());
  }

  /** The last part of the command, for thread names. */
  String name() {
    String file =
        command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
    return PrintableText.of(file.isEmpty() ? command : file);
  }
}
