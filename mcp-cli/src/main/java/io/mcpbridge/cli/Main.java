package io.mcpbridge.cli;

import io.mcpbridge.cli.internal.CliEnvironment;
import io.mcpbridge.cli.internal.LogStream;
import io.mcpbridge.cli.internal.McpCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program {@code mcp}. */
public final class Main {

  /** The bits of a file's mode that tell its type, and types (POSIX, sys/stat.h). */
  private static final int TYPE_OF_FILE = 0xF000;

  private static final int CHARACTER_DEVICE = 0x2000;
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xC000;

  private Main() {}

  /** Runs one command and exits with its exit code. */
  @SuppressWarnings("SystemConsoleNull") // that of java.base is null without a terminal
  public static void main(String[] args) {
    System.setProperty("jdk.console", "java.base"); // JLine, of JDK 22 and later, starts slowly
    // results are UTF-8 whatever the locale is, such as "C" in a container
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    System.setErr(new LogStream(err));
    boolean isTerminal = System.console() != null;
    int outputType = outputType();
    CliEnvironment environment =
        CliEnvironment.ofProcess(
            isTerminal,
            isTerminal || outputType == CHARACTER_DEVICE,
            outputType == PIPE || outputType == SOCKET);
    int exitCode = McpCommand.run(args, System.in, out, err, environment);
    out.flush();
    System.exit(exitCode);
  }

  /**
   * Runs one command on the calling thread, in the working directory and with the environment
   * variables of this process. Does not exit, and colors nothing.
   *
   * @param args as on the command line
   * @param in what a command reads if an argument is {@code -}
   * @param out receives the results
   * @param err receives the progress and the errors
   * @return the exit code
   */
  public static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    return McpCommand.run(args, in, out, err, CliEnvironment.ofProcess(false, false, false));
  }

  /** The type of standard output; 0 if it is unknown, or the null device. */
  private static int outputType() {
    Path output = Path.of("/dev/fd/1");
    try {
      boolean isNull = Files.isSameFile(output, Path.of("/dev/null"));
      return !isNull && Files.getAttribute(output, "unix:mode") instanceof Integer mode
          ? mode & TYPE_OF_FILE
          : 0;
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return 0; // Windows
    }
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
