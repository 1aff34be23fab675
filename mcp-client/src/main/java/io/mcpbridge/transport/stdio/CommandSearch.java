package io.mcpbridge.transport.stdio;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Finds the program that a command names, the way this system's shell would. */
interface CommandSearch {

  /**
   * Makes a command line of what was configured.
   *
   * @param environment the child's; may be extended where the program could not run without it
   * @param directory the child's working directory
   * @return the program and its arguments, ready to be started
   * @throws CommandProblem if there is no such program
   */
  List<String> find(
      String command, List<String> args, Map<String, String> environment, Path directory)
      throws CommandProblem;
}
