package io.mcpbridge.verification.benchmarks.sidebyside;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start further JVMs like this one. */
final class Java {

  private static final String EXECUTABLE =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private Java() {}

  static List<String> command(
      String classPath, List<String> flags, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(List.of(EXECUTABLE, "-cp", classPath));
    command.addAll(flags);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  static String classPath() {
    return System.getProperty("java.class.path");
  }
}
