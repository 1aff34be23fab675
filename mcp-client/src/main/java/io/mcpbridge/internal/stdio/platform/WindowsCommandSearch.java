package io.mcpbridge.internal.stdio.platform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tries the extensions of {@code PATHEXT} in each folder of {@code PATH}, which resolves {@code
 * npx} to {@code npx.cmd}; the current folder is not searched unless {@code PATH} names it. Scripts
 * are run by their interpreters.
 */
final class WindowsCommandSearch implements CommandSearch {

  private static final String USUAL_EXTENSIONS = ".COM;.EXE;.BAT;.CMD";

  @Override
  public List<String> find(
      String command, List<String> args, Map<String, String> environment, Path directory)
      throws CommandException {
    Path program = program(command, environment, directory);
    String name = program.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".cmd") || name.endsWith(".bat")) {
      return BatchFile.commandLine(
          environment.getOrDefault("COMSPEC", "cmd.exe"), program.toString(), args);
    }
    List<String> line = new ArrayList<>();
    if (name.endsWith(".ps1")) {
      line.addAll(
          List.of("powershell.exe", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"));
      line.add("-File");
    }
    line.add(program.toString());
    line.addAll(args);
    return line;
  }

  private static Path program(String command, Map<String, String> environment, Path directory)
      throws CommandException {
    String extensions = environment.getOrDefault("PATHEXT", USUAL_EXTENSIONS) + ";.PS1";
    if (command.indexOf('/') >= 0 || command.indexOf('\\') >= 0 || command.indexOf(':') >= 0) {
      Path file = withExtension(directory.resolve(command), extensions);
      if (file == null) {
        throw CommandException.noFile(command, directory.resolve(command));
      }
      return file;
    }
    String path = environment.getOrDefault("PATH", "");
    for (String folder : path.split(";", -1)) {
      String plain = folder.replace("\"", "").strip();
      Path file =
          plain.isEmpty()
              ? null
              : withExtension(directory.resolve(plain).resolve(command), extensions);
      if (file != null) {
        return file;
      }
    }
    throw CommandException.notFound(command, path, ";");
  }

  private static @Nullable Path withExtension(Path file, String extensions) {
    String name = String.valueOf(file.getFileName());
    List<String> executableExtensions = List.of(extensions.toLowerCase(Locale.ROOT).split(";", -1));
    int dot = name.lastIndexOf('.');
    if (dot > 0
        && executableExtensions.contains(name.substring(dot).toLowerCase(Locale.ROOT))
        && Files.isRegularFile(file)) {
      return file;
    }
    for (String extension : executableExtensions) {
      Path candidate = file.resolveSibling(name + extension);
      if (!extension.isBlank() && Files.isRegularFile(candidate)) {
        return candidate;
      }
    }
    return null;
  }
}
