package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.internal.config.ConfigurationProblem;
import io.mcpbridge.config.ConfigProblem.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration file has no server that a command could use. */
final class UnusableFileException extends CliException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigurationProblem> problems;

  /**
   * @param problems what is wrong with the file
   */
  UnusableFileException(List<ConfigurationProblem> problems) {
    super(
        ExitCode.CONFIGURATION,
        problems.stream()
            .filter(problem -> problem.severity() != Severity.INFO)
            .map(ConfigurationProblem::toString)
            .collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  List<ConfigurationProblem> problems() {
    return problems;
  }
}
