package io.mcpbridge.transport.stdio;

/**
 * Why a command cannot be started; the message says what was looked at and which setting to change.
 */
final class CommandProblem extends Exception {
  private static final long serialVersionUID = 1L;

  CommandProblem(String message) {
    super(message);
  }

  static CommandProblem notFound(String command, String path) {
    return new CommandProblem(
        "the command \""
            + command
            + "\" was not found. Searched PATH: "
            + (path.isEmpty() ? "(empty)" : path)
            + ". Install it, or set `command` to the full path of the program");
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
