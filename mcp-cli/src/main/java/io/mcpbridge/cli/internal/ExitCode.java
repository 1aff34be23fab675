package io.mcpbridge.cli.internal;

/** The exit codes. If several apply, the lowest one but 0. */
public enum ExitCode {
  OK(0, "nothing is wrong"),
  FAILED(1, "the tool or the server reports an error, or the doctor finds a problem"),
  USAGE(2, "wrong arguments of the command or the tool, unknown tool or server"),
  UNAVAILABLE(3, "a server cannot be reached or does not answer in time"),
  LOGIN_REQUIRED(4, "a server requires a login"),
  CONFIGURATION(5, "a configuration file is missing or wrong");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }

  ExitCode and(ExitCode other) {
    if (this == OK || other == OK) {
      return this == OK ? other : this;
    }
    return code < other.code ? this : other;
  }
}
