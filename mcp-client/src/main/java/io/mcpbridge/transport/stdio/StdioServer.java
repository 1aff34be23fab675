package io.mcpbridge.transport.stdio;

import io.mcpbridge.json.JsonLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server process is started and treated.
 *
 * @param inherited names of our environment that it gets beyond the usual ones
 * @param environment variables that it is given
 * @param directory its working directory; {@code null} for ours
 */
record StdioServer(
    String command,
    List<String> args,
    List<String> inherited,
    Map<String, String> environment,
    @Nullable Path directory,
    JsonLimits limits,
    StopGrace grace) {

  private static final int LONGEST_SHOWN = 120;
  private static final int END_SHOWN = 40;

  StdioServer {
    args = List.copyOf(args);
    inherited = List.copyOf(inherited);
    environment = Map.copyOf(environment);
  }

  /** The command line, for people: without secrets, on one line. */
  String address() {
    StringBuilder line = new StringBuilder("stdio: ").append(PrintableText.of(shownCommand()));
    for (String arg : new ArgumentRedaction(args).shown()) {
      String text = PrintableText.of(arg).replace('\n', ' ').replace('\t', ' ');
      boolean plain = !text.isEmpty() && text.indexOf(' ') < 0 && text.indexOf('"') < 0;
      line.append(' ').append(plain ? text : '"' + text.replace("\"", "\\\"") + '"');
    }
    return line.toString();
  }

  /** It may hold a whole command line by mistake, with what is secret among its arguments. */
  private String shownCommand() {
    return String.join(" ", new ArgumentRedaction(List.of(command.split("\\s", -1))).shown());
  }

  /**
   * The address as messages begin with it: the middle of a long command line is left out, because
   * its end often is what tells two servers apart.
   */
  String shown() {
    String whole = address();
    if (whole.length() <= LONGEST_SHOWN) {
      return whole;
    }
    int start = LONGEST_SHOWN - END_SHOWN;
    int end = whole.length() - END_SHOWN;
    return whole.substring(0, Character.isLowSurrogate(whole.charAt(start)) ? start - 1 : start)
        + " ... "
        + whole.substring(Character.isLowSurrogate(whole.charAt(end)) ? end + 1 : end);
  }

  /**
   * What must not be shown of what the process is given.
   *
   * @param ours the environment of this process
   */
  Secrets secrets(Map<String, String> ours) {
    return Secrets.of(args, ChildEnvironment.of(Platform.current(), ours, inherited, environment));
  }

  /** The last part of the command, for names of threads. */
  String name() {
    String file =
        command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
    return PrintableText.of(file.isEmpty() ? command : file);
  }
}
