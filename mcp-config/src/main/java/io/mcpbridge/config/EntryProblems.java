package io.mcpbridge.config;

import io.mcpbridge.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of one entry, with their lines. */
final class EntryProblems {

  private final ServersDocument document;
  private final String server;
  private final List<ConfigProblem> problems = new ArrayList<>();

  EntryProblems(ServersDocument document, String server) {
    this.document = document;
    this.server = server;
  }

  /**
   * Reports an error, which makes the entry unusable.
   *
   * @param field the path of the field within the entry; empty for the entry itself
   */
  void error(List<String> field, String message) {
    add(Severity.ERROR, field, message);
  }

  void warning(List<String> field, String message) {
    add(Severity.WARNING, field, message);
  }

  void info(List<String> field, String message) {
    add(Severity.INFO, field, message);
  }

  private void add(Severity severity, List<String> field, String message) {
    int line = document.json().line(document.path(server, field.toArray(String[]::new)));
    ConfigProblem problem =
        new ConfigProblem(
            severity,
            document.source(),
            document.file(),
            line,
            server,
            message,
            field.isEmpty() ? null : String.join(".", field));
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  boolean hasErrors() {
    return problems.stream().anyMatch(ConfigProblem::isError);
  }

  List<ConfigProblem> all() {
    return List.copyOf(problems);
  }
}
