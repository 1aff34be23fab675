package io.mcpbridge.cli.internal.config;

import io.mcpbridge.config.ConfigProblem.Severity;
import org.jspecify.annotations.Nullable;

/** Receives the problems of properties. */
@FunctionalInterface
interface ProblemReport {

  /**
   * Reports a problem.
   *
   * @param server {@code null} if it concerns no server
   * @param setting its name below the server, or its full name
   */
  void report(Severity severity, @Nullable String server, String setting, String message);
}
