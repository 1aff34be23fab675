package io.mcpbridge.test;

import io.mcpbridge.test.exchange.ReceivedMessage;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FakeMcpServer} as a separate process, on its standard streams.
 *
 * <pre>
 * java -cp ... io.mcpbridge.test.FakeMcpServerMain --class com.acme.MyServer
 * java -cp ... io.mcpbridge.test.FakeMcpServerMain --script server.json --record sent.jsonl
 * </pre>
 *
 * <p>{@code --class} names a class with a constructor without parameters that is a {@code
 * Supplier<FakeMcpServer>}; {@code --script} a file of JSON:
 *
 * <pre>{@code
 * {"name": "weather", "version": "1.0.0", "instructions": "...", "speaking": ["2025-11-25"],
 *  "tools": [{"name": "forecast", "description": "...", "inputSchema": {"type": "object"},
 *             "result": {"content": [{"type": "text", "text": "Sunny"}]}}]}
 * }</pre>
 *
 * <p>A tool may have {@code "error": {"code": ..., "message": ...}} or {@code "never": true}
 * instead of a {@code result}. {@code --record} names a file that receives each line read.
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
    } catch (IllegalArgumentException | ReflectiveOperationException | IOException e) {
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
    return command("--class", server.getName(), options);
  }

  /** The command that starts a server from a script with this JVM and its class path. */
  public static List<String> command(Path script, String... options) {
    return command("--script", script.toString(), options);
  }

  private static List<String> command(String source, String value, String... options) {
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
                source,
                value));
    command.addAll(List.of(options));
    return List.copyOf(command);
  }

  private static FakeMcpServer server(String[] args)
      throws ReflectiveOperationException, IOException {
    String script = option(args, "--script");
    if (script != null) {
      return JsonScript.server(Files.readString(Path.of(script)));
    }
    String name = option(args, "--class");
    if (name == null) {
      throw new IllegalArgumentException("--class or --script is required");
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
