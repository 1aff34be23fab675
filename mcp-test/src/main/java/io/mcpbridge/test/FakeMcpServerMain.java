package io.mcpbridge.test;

import io.mcpbridge.test.exchange.ReceivedMessage;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FakeMcpServer} as a separate process, on its standard streams.
 *
 * <pre>
 * java -cp ... io.mcpbridge.test.FakeMcpServerMain --class com.acme.MyServer --record sent.jsonl
 * </pre>
 *
 * <p>{@code --class} names a class with a constructor without parameters that is a {@code
 * Supplier<FakeMcpServer>}. {@code --record} names a file that receives each line read.
 */
public final class FakeMcpServerMain {

  private FakeMcpServerMain() {}

  /**
   * Serves until the end of the input. Exits with 2 and a message on stderr if the options are
   * invalid.
   */
  public static void main(String[] args) throws IOException {
    FakeMcpServer server;
    try {
      server = server(args);
    } catch (IllegalArgumentException | ReflectiveOperationException e) {
      System.err.println("FakeMcpServerMain: " + e);
      System.exit(2);
      return;
    }
    String record = option(args, "--record");
    try (server;
        PrintStream transcript =
            record == null
                ? new PrintStream(PrintStream.nullOutputStream())
                : new PrintStream(record, StandardCharsets.UTF_8)) {
      Consumer<ReceivedMessage> write =
          message -> {
            transcript.println(message.text());
            transcript.flush();
          };
      StdioEndpoint.serve(server, write);
    }
  }

  /**
   * The command that starts such a server with this JVM and its class path.
   *
   * @param options further options, such as {@code --record}, {@code file}
   */
  public static List<String> command(
      Class<? extends Supplier<FakeMcpServer>> server, String... options) {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    List<String> command =
        new ArrayList<>(
            List.of(
                java,
                "-XX:TieredStopAtLevel=1", // starts faster
                "-cp",
                System.getProperty("java.class.path"),
                FakeMcpServerMain.class.getName(),
                "--class",
                server.getName()));
    command.addAll(List.of(options));
    return List.copyOf(command);
  }

  private static FakeMcpServer server(String[] args) throws ReflectiveOperationException {
    String name = option(args, "--class");
    if (name == null) {
      throw new IllegalArgumentException("--class is required");
    }
    Object supplier = Class.forName(name).getDeclaredConstructor().newInstance();
    if (supplier instanceof Supplier<?> s && s.get() instanceof FakeMcpServer server) {
      return server;
    }
    throw new IllegalArgumentException(name + " is not a Supplier<FakeMcpServer>");
  }

  private static @Nullable String option(String[] args, String name) {
    int at = List.of(args).indexOf(name);
    return at < 0 || at + 1 == args.length ? null : args[at + 1];
  }
}
