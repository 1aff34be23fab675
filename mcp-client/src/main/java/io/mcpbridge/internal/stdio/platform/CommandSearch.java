package io.mcpbridge.internal.stdio.platform;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Finds the program of a command as the system's shell would. */
public interface CommandSearch {

  /**
   * Resolves the configured command.
   *
   * @param environment the child's; extended if the program could not run otherwise
   * @param directory the child's working directory
   * @return the program and its arguments, ready to be started
   * @throws CommandException if there is no such program
   */
  List<String> find(
      String command, List<String> args, Map<String, String> environment, Path directory)
      throws CommandException;
}
