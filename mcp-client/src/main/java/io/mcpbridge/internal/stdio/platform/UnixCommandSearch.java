package io.mcpbridge.internal.stdio.platform;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command with a slash is a file, relative to the working directory ({@code ~/} is the home
 * directory). Any other is searched in the folders of the child's {@code PATH} and then in a few
 * well-known ones, because an application started from a desktop has a shorter {@code PATH} than
 * its user's shell. Folders of version managers (nvm, asdf) are only named in the message: which
 * version the user has chosen, their shell knows.
 */
final class UnixCommandSearch implements CommandSearch {

  private final List<Path> wellKnown;

  UnixCommandSearch(List<Path> wellKnown) {
    this.wellKnown = wellKnown;
  }

  @Override
  public List<String> find(
      String command, List<String> args, Map<String, String> environment, Path directory)
      throws CommandException {
    Path program =
        command.indexOf('/') >= 0
            ? file(command, directory)
            : onPath(command, environment, directory);
    List<String> line = new ArrayList<>();
    line.add(program.toString());
    line.addAll(args);
    return line;
  }

  private static Path file(String command, Path directory) throws CommandException {
    Path file =
        command.startsWith("~/")
            ? Path.of(System.getProperty("user.home", "/"), command.substring(2))
            : directory.resolve(command).normalize();
    if (!Files.isRegularFile(file)) {
      throw Files.exists(file) ? CommandException.noFile(command, file) : missing(command, file);
    }
    if (!Files.isExecutable(file)) {
      throw CommandException.notExecutable(file);
    }
    return file;
  }

  private static CommandException missing(String command, Path file) {
    try {
      return CommandException.danglingLink(file, Files.readSymbolicLink(file));
    } catch (IOException noLink) {
      return CommandException.noFile(command, file);
    }
  }

  private Path onPath(String command, Map<String, String> environment, Path directory)
      throws CommandException {
    String path = environment.getOrDefault("PATH", "");
    Path notExecutable = null;
    for (Path folder : folders(path, directory)) {
      Path file = folder.resolve(command);
      if (Files.isRegularFile(file)) {
        if (Files.isExecutable(file)) {
          return file;
        }
        notExecutable = notExecutable == null ? file : notExecutable;
      }
    }
    Path wellKnownFile = inWellKnownFolder(command);
    if (wellKnownFile != null) {
      // a script found there (npx) needs its neighbors (node)
      environment.put("PATH", join(path, wellKnownFile.getParent()));
      return wellKnownFile;
    }
    throw notExecutable != null
        ? CommandException.notExecutable(notExecutable)
        : CommandException.notFound(command, join(path, wellKnown.toArray()), File.pathSeparator);
  }

  private @Nullable Path inWellKnownFolder(String command) {
    for (Path folder : wellKnown) {
      Path file = folder.resolve(command);
      if (Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file;
      }
    }
    return null;
  }

  private static List<Path> folders(String path, Path directory) {
    List<Path> folders = new ArrayList<>();
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (!path.isEmpty()) {
        folders.add(directory.resolve(folder));
      }
    }
    return folders;
  }

  private static String join(String path, @Nullable Object... folders) {
    StringBuilder joined = new StringBuilder(path);
    for (Object folder : folders) {
      if (folder != null) {
        joined.append(joined.isEmpty() ? "" : File.pathSeparator).append(folder);
      }
    }
    return joined.toString();
  }
}
