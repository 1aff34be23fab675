package io.mcpbridge.transport.stdio;

import java.util.regex.Pattern;

/**
 * Why a command cannot be started; the message lists what was searched and the setting to change.
 */
final class CommandProblem extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int MOST_FOLDERS = 10;
  private static final int MOST_CHARACTERS = 500;

  CommandProblem(String message) {
    super(message);
  }

  /**
   * The arguments may hold secrets, so they are not quoted.
   *
   * @param program the first word
   */
  static CommandProblem wholeLine(String program) {
    return new CommandProblem(
        "`command` holds a whole command line, and there is no program of that name. Set `command`"
            + " to \""
            + program
            + "\" alone, and put what follows it into `args`, one by one");
  }

  /**
   * @param path the search path; the message quotes only its beginning
   * @param separator the path separator
   */
  static CommandProblem notFound(String command, String path, String separator) {
    return new CommandProblem(
        "the command \""
            + command
            + "\" was not found. Searched PATH: "
            + (path.isEmpty() ? "(empty)" : beginning(path, separator))
            + ". Install it, or set `command` to the full path of the program");
  }

  private static String beginning(String path, String separator) {
    String[] folders = path.split(Pattern.quote(separator), -1);
    StringBuilder told = new StringBuilder();
    int count = 0;
    while (count < Math.min(folders.length, MOST_FOLDERS)
        && (count == 0 || told.length() + folders[count].length() < MOST_CHARACTERS)) {
      told.append(count == 0 ? "" : separator).append(folders[count]);
      count++;
    }
    if (told.length() > MOST_CHARACTERS) {
      told.setLength(MOST_CHARACTERS);
      told.append(" ...");
    }
    int more = folders.length - count;
    return more == 0 ? told.toString() : told + " ... and " + more + " more";
  }

  static CommandProblem noFile(String command, Object file) {
    return new CommandProblem(
        "the command \"" + command + "\" is no file: " + file + ". Check `command`");
  }

  static CommandProblem notExecutable(Object file) {
    return new CommandProblem(
        file
            + " is not executable for this user. Make it executable, or set `command` to the"
            + " program that runs it");
  }
}
