package io.mcpbridge.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each problem once, until it is fixed. */
final class ProblemLog {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private Set<ConfigProblem> reported = new HashSet<>();
  private final Set<String> takenNames = new HashSet<>();

  void report(List<ConfigProblem> problems) {
    for (ConfigProblem problem : problems) {
      if (!reported.contains(problem)) {
        log(problem);
      }
    }
    reported = new HashSet<>(problems);
  }

  private static void log(ConfigProblem problem) {
    switch (problem.severity()) {
      case ERROR -> log.error("MCP servers file {}", outcome(problem));
      case WARNING -> log.warn("MCP servers file {}", problem);
      case INFO -> log.info("MCP servers file {}", problem);
    }
  }

  /**
   * States the consequence too, since the catalog does not log servers that a file makes unusable.
   */
  private static String outcome(ConfigProblem problem) {
    return problem.server() == null
        ? problem.toString()
        : problem.place()
            + ": server \""
            + problem.server()
            + "\" is not used: "
            + problem.message();
  }

  void nameTaken(ConfiguredServer server) {
    if (!takenNames.add(server.name())) {
      return;
    }
    log.warn(
        "MCP servers file {}:{}: server \"{}\" is configured by the application itself, which wins;"
            + " rename one of the two",
        server.file(),
        server.line(),
        server.name());
  }
}
