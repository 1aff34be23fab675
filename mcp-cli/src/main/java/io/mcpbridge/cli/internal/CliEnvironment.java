package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.internal.config.OtherPrograms;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * What the command line knows of the process and the machine.
 *
 * @param workingDirectory where files are looked for
 * @param home the home directory of the user
 * @param variables the environment variables
 * @param system the name of the operating system, as in {@code os.name}
 * @param terminal whether a user reads the output and can answer
 * @param terminalOutput whether a user reads the output, also if the input is a file
 * @param pipedOutput whether another program reads the output
 */
public record CliEnvironment(
    Path workingDirectory,
    Path home,
    Map<String, String> variables,
    String system,
    boolean terminal,
    boolean terminalOutput,
    boolean pipedOutput) {

  /** The environment of this process. */
  public static CliEnvironment ofProcess(
      boolean terminal, boolean terminalOutput, boolean pipedOutput) {
    return new CliEnvironment(
        Path.of("").toAbsolutePath(),
        Path.of(System.getProperty("user.home", "")).toAbsolutePath(),
        System.getenv(),
        System.getProperty("os.name", ""),
        terminal,
        terminalOutput,
        pipedOutput);
  }

  String variable(String name) {
    return variables.getOrDefault(name, "");
  }

  boolean isWindows() {
    return system.toLowerCase(Locale.ROOT).startsWith("windows");
  }

  boolean isMac() {
    return system.toLowerCase(Locale.ROOT).startsWith("mac");
  }

  /** Where programs keep a user's settings. */
  Path settings() {
    if (isWindows()) {
      return folder("APPDATA", home.resolve("AppData/Roaming"));
    }
    return isMac()
        ? home.resolve("Library/Application Support")
        : folder("XDG_CONFIG_HOME", home.resolve(".config"));
  }

  /** The programs of the user that have servers, too. */
  OtherPrograms otherPrograms() {
    return new OtherPrograms(home, settings(), workingDirectory);
  }

  private Path folder(String variable, Path otherwise) {
    String value = variable(variable);
    return value.isEmpty() ? otherwise : Path.of(value);
  }
}
