package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.stdio.platform.ChildEnvironment;
import io.mcpbridge.internal.stdio.platform.CommandException;
import io.mcpbridge.internal.stdio.platform.CommandSearch;
import io.mcpbridge.internal.stdio.platform.Platform;
import io.mcpbridge.transport.Deadline;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a server process; never through a shell, which would parse the arguments. */
final class ProcessLauncher {

  private static final Logger log = LoggerFactory.getLogger(ProcessLauncher.class);

  /**
   * {@code ... error=13, Permission denied} up to JDK 21, {@code ... error: 13 (Permission denied)}
   * later.
   */
  private static final Pattern SYSTEM_REASON =
      Pattern.compile("error(?:=|: )-?\\d+[, ]+\\(?([^()]+?)\\)?\\s*$");

  /** Linux reads no more of a script. */
  private static final int MAX_SHEBANG = 256;

  private static final Pattern ADDRESS =
      Pattern.compile("(https?|wss?)://", Pattern.CASE_INSENSITIVE);

  private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_]\\w*)=");

  private ProcessLauncher() {}

  static Process of(StdioCommand server, Map<String, String> parentEnvironment, Deadline deadline)
      throws CommandException {
    Platform platform = Platform.current();
    Path directory = directory(server);
    Map<String, String> environment =
        ChildEnvironment.of(platform, parentEnvironment, server.inherited(), server.environment());
    if (server.loginShellPath()
        && platform == Platform.UNIX
        && !server.environment().containsKey("PATH")) {
      environment.put(
          "PATH",
          LoginShell.extend(
              parentEnvironment, environment.getOrDefault("PATH", ""), server.shown(), deadline));
    }
    List<String> line =
        line(platform, server, parentEnvironment, environment, directory.toAbsolutePath());
    refuseWhatCannotBePassed(platform, line, server.environment());
    warnOfProxies(server, parentEnvironment, environment);
    server.standardError().prepare();
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectError(server.standardError().redirect());
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException | IllegalArgumentException e) {
      if (endsWithCarriageReturn(Path.of(line.get(0)))) {
        throw new CommandException(
            "the first line of "
                + line.get(0)
                + " ends with a carriage return (Windows line endings), so that its interpreter is"
                + " not found. Save the file with Unix line endings");
      }
      throw new CommandException(
          "the command \"%s\" (%s) could not be started: %s. Check `command` and `env`"
              .formatted(CommandException.shown(server.command()), line.get(0), reason(e)));
    }
  }

  private static List<String> line(
      Platform platform,
      StdioCommand server,
      Map<String, String> parentEnvironment,
      Map<String, String> environment,
      Path directory)
      throws CommandException {
    CommandSearch search = platform.commandSearch();
    try {
      return search.find(server.command(), server.args(), environment, directory);
    } catch (CommandException e) {
      String program = server.command().strip().split("\\s", 2)[0];
      if (ADDRESS.matcher(program).lookingAt()) {
        throw CommandException.address();
      }
      Matcher variable = VARIABLE.matcher(program);
      if (variable.lookingAt()) {
        throw CommandException.variable(variable.group(1));
      }
      boolean wholeLine =
          program.length() < server.command().strip().length()
              && (program.matches("[^/\\\\]+") || isThere(search, program, environment, directory));
      throw wholeLine
          ? CommandException.wholeLine(program)
          : withHint(e, server, parentEnvironment);
    }
  }

  private static CommandException withHint(
      CommandException e, StdioCommand server, Map<String, String> parentEnvironment) {
    String home = parentEnvironment.get("HOME");
    Path folder =
        home == null || server.loginShellPath() || server.command().indexOf('/') >= 0
            ? null
            : LoginShell.folderOfVersionManager(Path.of(home), server.command());
    return folder == null
        ? e
        : new CommandException(
            e.getMessage()
                + ". There is one in "
                + folder
                + ": with login-shell-path=true, the PATH of the login shell is searched, too",
            "login-shell-path");
  }

  private static boolean isThere(
      CommandSearch search, String program, Map<String, String> environment, Path directory) {
    try {
      search.find(program, List.of(), new HashMap<>(environment), directory);
      return true;
    } catch (CommandException e) {
      return false;
    }
  }

  /** Explains why the proxy may refuse the server. */
  private static void warnOfProxies(
      StdioCommand server, Map<String, String> parentEnvironment, Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (!server.environment().containsKey(name)
              && !value.equals(parentEnvironment.get(name))) {
            log.info(
                "{}: {} is passed on without its user and password; list it in `env` or"
                    + " `inheritEnvironment` if the server needs them",
                server.shown(),
                name);
          }
        });
  }

  private static Path directory(StdioCommand server) throws CommandException {
    Path directory = server.directory();
    if (directory == null) {
      return new File("").getAbsoluteFile().toPath();
    }
    if (!Files.isDirectory(directory)) {
      throw new CommandException(
          "the working directory %s %s. Check `working-directory`"
              .formatted(
                  directory.toAbsolutePath(),
                  Files.exists(directory) ? "is not a directory" : "does not exist"),
          "working-directory");
    }
    return directory;
  }

  private static void refuseWhatCannotBePassed(
      Platform platform, List<String> line, Map<String, String> variables) throws CommandException {
    boolean all =
        line.stream().allMatch(platform::canPass)
            && variables.values().stream().allMatch(platform::canPass);
    if (!all) {
      throw new CommandException(
          "`args` or `env` contain characters that this JVM cannot pass to a process, because its"
              + " native encoding is "
              + System.getProperty("sun.jnu.encoding")
              + ". Start it in a UTF-8 locale, for instance with LANG=C.UTF-8",
          "args");
    }
  }

  /** Whether the line of a script that names its interpreter has the line ending of Windows. */
  private static boolean endsWithCarriageReturn(Path script) {
    try (InputStream in = Files.newInputStream(script)) {
      String start = new String(in.readNBytes(MAX_SHEBANG), StandardCharsets.ISO_8859_1);
      return start.startsWith("#!")
          && start.indexOf('\r') >= 0
          && start.indexOf('\r') + 1 == start.indexOf('\n');
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static String reason(Exception e) {
    String message = String.valueOf(e.getMessage());
    Matcher matcher = SYSTEM_REASON.matcher(message);
    return matcher.find() ? matcher.group(1) : message;
  }
}
