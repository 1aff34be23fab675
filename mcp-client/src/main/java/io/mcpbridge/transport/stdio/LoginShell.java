package io.mcpbridge.transport.stdio;

import io.mcpbridge.transport.stdio.platform.ChildEnvironment;
import io.mcpbridge.transport.stdio.platform.Platform;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code PATH} of the user's login shell. Version managers such as nvm, asdf, volta and mise
 * extend it in the shell's startup files, which an application started from a desktop, an IDE or a
 * service manager has never read.
 */
final class LoginShell {

  private static final Logger log = LoggerFactory.getLogger(LoginShell.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(1);
  private static final int MAX_OUTPUT_BYTES = 256 * 1024;

  /** Folders that version managers add in startup files, relative to the home directory. */
  private static final List<String> OF_VERSION_MANAGERS =
      List.of(
          ".nvm/versions/node/*/bin",
          ".local/share/fnm/node-versions/*/installation/bin",
          ".asdf/shims",
          ".volta/bin",
          ".local/share/mise/shims",
          ".pyenv/shims",
          ".sdkman/candidates/*/current/bin",
          ".bun/bin",
          ".cargo/bin");

  /** Startup files print text of their own. */
  private static final String MARK = "__mcp_path__";

  /** In the words that bash, zsh and fish share. */
  private static final String SCRIPT = "printf '%s' " + MARK + " \"$PATH\" " + MARK;

  /** A shell that was slow or failed once may answer later. */
  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  private static final ReentrantLock lock = new ReentrantLock();
  private static final Map<String, Answer> answers = new HashMap<>();

  /**
   * What a shell said.
   *
   * @param path {@code null} if it failed
   * @param at when, by {@link System#nanoTime}
   */
  private record Answer(@Nullable String path, long at) {

    boolean isCurrent() {
      return path != null || System.nanoTime() - at < RETRY_AFTER.toNanos();
    }
  }

  private LoginShell() {}

  /**
   * The folders of the login shell's {@code PATH} before those of this path. Asks the shell once
   * per process; the first call takes as long as the shell's startup files, at most 10 seconds.
   *
   * @param ours the environment of this process
   * @param path the path to extend
   * @return the path unchanged if the shell does not answer
   */
  static String extend(Map<String, String> ours, String path) {
    String shell = ours.getOrDefault("SHELL", "/bin/sh");
    try {
      if (!lock.tryLock(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        return path;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return path;
    }
    try {
      String key = shell + '\n' + ours.get("HOME");
      Answer answer = answers.get(key);
      if (answer == null || !answer.isCurrent()) {
        answer = new Answer(ask(shell, ours), System.nanoTime());
        if (answer.path() != null || !Thread.currentThread().isInterrupted()) {
          answers.put(key, answer);
        }
      }
      return answer.path() == null ? path : joined(answer.path(), path);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A folder of a version manager that has this program; {@code null} if none is known. Looks at
   * files only.
   */
  static @Nullable Path folderOfVersionManager(Path home, String program) {
    for (String pattern : OF_VERSION_MANAGERS) {
      List<Path> folders = List.of(home);
      for (String name : pattern.split("/")) {
        folders = folders.stream().flatMap(folder -> named(folder, name).stream()).toList();
      }
      for (Path folder : folders) {
        if (Files.isExecutable(folder.resolve(program))) {
          return folder;
        }
      }
    }
    return null;
  }

  private static List<Path> named(Path folder, String name) {
    if (!name.equals("*")) {
      return List.of(folder.resolve(name));
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String joined(String first, String second) {
    Set<String> folders = new LinkedHashSet<>();
    for (String path : List.of(first, second)) {
      folders.addAll(List.of(path.split(File.pathSeparator)));
    }
    folders.remove("");
    return String.join(File.pathSeparator, folders);
  }

  private static @Nullable String ask(String shell, Map<String, String> ours) {
    try {
      Path output = Files.createTempFile("login-shell", ".path");
      try {
        String path = run(shell, ours, output) ? pathIn(output) : null;
        if (path == null && !Thread.currentThread().isInterrupted()) {
          log.warn(
              "The login shell {} failed or took longer than {} s, so commands are searched in the"
                  + " PATH of this application only; check its startup files, or set"
                  + " login-shell-path=false",
              PrintableText.of(shell),
              TIMEOUT.toSeconds());
        }
        return path;
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      log.warn(
          "The login shell {} cannot be started, so commands are searched in the PATH of this"
              + " application only: {}; set the environment variable SHELL, or"
              + " login-shell-path=false",
          PrintableText.of(shell),
          e.getMessage());
      return null;
    }
  }

  /**
   * Runs the shell to its end. Its output goes to a file, because startup files may print more than
   * a pipe holds, and daemons that they start may keep a pipe open.
   *
   * @return whether it ended in time
   */
  private static boolean run(String shell, Map<String, String> ours, Path output)
      throws IOException {
    List<String> command = new ArrayList<>();
    Path detach = Path.of("/usr/bin/setsid");
    if (Files.isExecutable(detach)) {
      // an interactive shell would take the terminal of this application
      command.addAll(List.of(detach.toString(), "--wait"));
    }
    command.add(shell);
    command.addAll(shell.endsWith("csh") ? List.of("-ic") : List.of("-i", "-l", "-c"));
    command.add(SCRIPT);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder
        .environment()
        .putAll(ChildEnvironment.of(Platform.current(), ours, List.of(), Map.of("TERM", "dumb")));
    Process process = builder.start();
    try {
      return process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      if (process.isAlive()) {
        ProcessTree tree = new ProcessTree(process.toHandle());
        tree.kill();
        boolean unused = tree.awaitEnd(KILL_TIMEOUT);
      }
    }
  }

  private static @Nullable String pathIn(Path output) throws IOException {
    try (InputStream in = Files.newInputStream(output)) {
      String[] parts =
          new String(in.readNBytes(MAX_OUTPUT_BYTES), Charset.defaultCharset()).split(MARK, -1);
      return parts.length < 3 || parts[parts.length - 2].isBlank() ? null : parts[parts.length - 2];
    }
  }
}
