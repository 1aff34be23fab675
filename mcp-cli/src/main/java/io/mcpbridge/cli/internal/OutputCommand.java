package io.mcpbridge.cli.internal;

import picocli.CommandLine.Option;

/** A command with an output for people and one for scripts. */
abstract class OutputCommand extends StreamsCommand {

  @Option(names = "--json", description = "Write one JSON document to standard output.")
  boolean json;

  @Option(
      names = "--no-color",
      description = "No colors, which only a terminal gets. The variable NO_COLOR does the same.")
  boolean noColor;

  @Option(
      names = {"-v", "--verbose"},
      description = "Log to standard error.")
  void verbose(boolean verbose) {
    if (verbose) {
      System.setProperty("org.slf4j.simpleLogger.log.io.mcpbridge", "debug"); // before any logger
    }
  }

  @Override
  boolean isColorless() {
    return noColor;
  }
}
