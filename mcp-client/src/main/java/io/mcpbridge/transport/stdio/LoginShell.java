package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.stdio.platform.ChildEnvironment;
import io.mcpbridge.internal.stdio.platform.Platform;
import io.mcpbridge.transport.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /**
   * The answer of a shell, which arrives in the background.
   *
   * @param path completes with {@code null} if the shell failed
   * @param at when it was asked, by {@link System#nanoTime}
   */
  private record Answer(CompletableFuture<@Nullable String> path, long at) {

    static Answer of(String shell, Map<String, String> parentEnvironment) {
      CompletableFuture<@Nullable String> path = new CompletableFuture<>();
      DaemonThreads.named(
              "mcp-stdio-login-shell", () -> path.complete(ask(shell, parentEnvironment)))
          .start();
      return new Answer(path, System.nanoTime());
    }

    boolean isCurrent() {
      return !path.isDone()
          || path.getNow(null) != null
          || System.nanoTime() - at < RETRY_AFTER.toNanos();
    }
  }

  private LoginShell() {}

  /**
   * The folders of the login shell's {@code PATH} before those of this path. Asks the shell once
   * per process, in the background and for at most 10 seconds.
   *
   * @param parentEnvironment the environment of this process
   * @param path the path to extend
   * @param address the server, for messages
   * @return the path unchanged if the shell does not answer
   * @throws McpTimeoutException if the deadline passes before
   * @throws McpCancelledException if the thread is interrupted
   */
  static String extend(
      Map<String, String> parentEnvironment, String path, String address, Deadline deadline) {
    String shell = parentEnvironment.getOrDefault("SHELL", "/bin/sh");
    Answer answer =
        answers.compute(
            shell + '\n' + parentEnvironment.get("HOME"),
            (key, last) ->
                last != null && last.isCurrent() ? last : Answer.of(shell, parentEnvironment));
    try {
      String ofShell = answer.path().get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      return ofShell == null ? path : joined(ofShell, path);
    } catch (TimeoutException e) {
      throw new McpTimeoutException(
          address
              + ": not started within "
              + deadline.described()
              + ", because the login shell "
              + PrintableText.of(shell)
              + " has not answered yet (setting login-shell-path)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          address + ": interrupted while waiting for the login shell", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
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

  private static @Nullable String ask(String shell, Map<String, String> parentEnvironment) {
    try {
      String path = run(shell, parentEnvironment);
      if (path == null) {
        log.warn(
            "The login shell {} failed, printed more than {} KiB or took longer than {} s, so"
                + " commands are searched in the PATH of this application only; check its startup"
                + " files, or set login-shell-path=false",
            PrintableText.of(shell),
            MAX_OUTPUT_BYTES / 1024,
            TIMEOUT.toSeconds());
      }
      return path;
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

  /** Runs the shell until it has printed its path, or for the longest time. */
  private static @Nullable String run(String shell, Map<String, String> parentEnvironment)
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
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            ChildEnvironment.of(
                Platform.current(), parentEnvironment, List.of(), Map.of("TERM", "dumb")));
    Process process = builder.start();
    ProcessTree tree = new ProcessTree(process.toHandle());
    ProcessOutput output =
        new ProcessOutput(process, ProcessOutput.STDOUT, process.getInputStream());
    CompletableFuture<@Nullable String> path = new CompletableFuture<>();
    DaemonThreads.named("mcp-stdio-login-shell-output", () -> path.complete(pathIn(output)))
        .start();
    try {
      return path.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (!tree.awaitEnd(
          path.isDone() && path.getNow(null) != null ? KILL_TIMEOUT : Duration.ZERO)) {
        tree.kill();
        boolean unused = tree.awaitEnd(KILL_TIMEOUT);
      }
      output.end();
    }
  }

  /** Reads up to the path, since daemons that startup files start may keep the pipe open. */
  private static @Nullable String pathIn(ProcessOutput output) {
    try (output) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      byte[] buffer = new byte[8 * 1024];
      int read = output.read(buffer, 0, buffer.length);
      while (read >= 0 && text.size() < MAX_OUTPUT_BYTES) {
        text.write(buffer, 0, read);
        String[] parts = text.toString(Charset.defaultCharset()).split(MARK, -1);
        if (parts.length >= 3) {
          return parts[1].isBlank() ? null : parts[1];
        }
        read = output.read(buffer, 0, buffer.length);
      }
    } catch (IOException e) {
      log.debug("the output of the login shell ended: {}", e.toString());
    }
    return null;
  }
}
