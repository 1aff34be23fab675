package io.mcpbridge.internal.stdio.platform;

import io.mcpbridge.internal.text.ArgumentRedaction;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Why a command cannot be started; the message lists what was searched and the setting to change.
 */
public final class CommandException extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int MAX_FOLDERS = 10;
  private static final int MAX_CHARACTERS = 500;

  private final String setting;

  /** A command that cannot be started, where {@code command} is to be changed. */
  public CommandException(String message) {
    this(message, "command");
  }

  /**
   * @param setting the setting to change
   */
  public CommandException(String message, String setting) {
    super(message);
    this.setting = setting;
  }

  /** The setting to change. */
  public String setting() {
    return setting;
  }

  /**
   * A command for display: it may be a whole command line, a variable or an address by mistake,
   * with secrets in it.
   */
  public static String shown(String command) {
    return String.join(" ", new ArgumentRedaction(List.of(command.split("\\s", -1))).shown());
  }

  /** A command that is the address of a server. */
  public static CommandException address() {
    return new CommandException(
        "`command` is an address, not a program: write it as `url` instead");
  }

  /** A command that begins with a variable, as in a shell. */
  public static CommandException variable(String name) {
    return new CommandException(
        "`command` begins with the variable "
            + name
            + ", which only a shell would set: write "
            + name
            + " into `env`, and the program alone into `command`");
  }

  /**
   * The arguments may hold secrets, so they are not quoted.
   *
   * @param program the first word
   */
  public static CommandException wholeLine(String program) {
    return new CommandException(
        "`command` contains a whole command line, and there is no program of that name."
            + " Set `command` to \""
            + shown(program)
            + "\" alone, and put what follows it into `args`, one by one");
  }

  /**
   * @param path the search path; the message quotes only its beginning
   * @param separator the path separator
   */
  static CommandException notFound(String command, String path, String separator) {
    return new CommandException(
        "the command \""
            + shown(command)
            + "\" was not found. Searched PATH: "
            + (path.isEmpty() ? "(empty)" : beginning(path, separator))
            + ". Install it, or set `command` to the full path of the program");
  }

  private static String beginning(String path, String separator) {
    String[] folders = path.split(Pattern.quote(separator), -1);
    StringBuilder text = new StringBuilder();
    int count = 0;
    while (count < Math.min(folders.length, MAX_FOLDERS)
        && (count == 0 || text.length() + folders[count].length() < MAX_CHARACTERS)) {
      text.append(count == 0 ? "" : separator).append(folders[count]);
      count++;
    }
    if (text.length() > MAX_CHARACTERS) {
      text.setLength(MAX_CHARACTERS);
      text.append(" ...");
    }
    int remaining = folders.length - count;
    return remaining == 0 ? text.toString() : text + " ... and " + remaining + " more";
  }

  static CommandException noFile(String command, Object file) {
    return new CommandException(
        "the command \""
            + shown(command)
            + "\" is not a file: "
            + shown(file.toString())
            + ". Check `command`");
  }

  static CommandException danglingLink(Path link, Path target) {
    return new CommandException(
        link + " is a link to " + target + ", which does not exist. Check `command`");
  }

  static CommandException notExecutable(Object file) {
    return new CommandException(
        file
            + " is not executable for this user. Make it executable, or set `command` to the"
            + " program that runs it");
  }
}
