package io.mcpbridge.samples.terminal;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Spring profiles that depend on the machine: {@code npx} if that program is installed and {@code
 * --no-npx} is not given.
 */
final class MachineProfiles {

  private MachineProfiles() {}

  static String[] of(String... args) {
    return of(System.getenv(), List.of(args)).toArray(new String[0]);
  }

  static List<String> of(Map<String, String> environment, List<String> args) {
    return !args.contains("--no-npx") && hasNpx(environment.getOrDefault("PATH", ""))
        ? List.of("npx")
        : List.of();
  }

  private static boolean hasNpx(String path) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .flatMap(folder -> Stream.of(Path.of(folder, "npx"), Path.of(folder, "npx.cmd")))
        .anyMatch(Files::isExecutable);
  }
}
