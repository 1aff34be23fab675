package io.mcpbridge.test;

import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.channel.StdioConnection;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;

/**
 * Newline-delimited JSON over a pair of streams (specification, stdio transport).
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   FakeMcpServer server = FakeMcpServer.create().named("weather", "1.0.0");
 *   server.tool("forecast").handler(call -> FakeResult.text("Sunny in " + call.string("city")));
 *   StdioEndpoint.serve(server);
 * }
 * }</pre>
 */
public final class StdioEndpoint {

  private StdioEndpoint() {}

  /**
   * Serves one client until the end of its input. Requests are handled concurrently on the server's
   * own threads. {@link Faults#exit} closes the output.
   */
  public static void serve(FakeMcpServer server, InputStream in, OutputStream out) {
    StdioConnection.serve(server.core(), in, out, message -> {}, code -> {});
  }

  /**
   * Serves on the standard streams of this process until the client closes them. Redirects {@link
   * System#out} to {@link System#err}, so that stray output does no harm. {@link Faults#exit} ends
   * the process.
   */
  public static void serve(FakeMcpServer server) {
    serve(server, message -> {});
  }

  static void serve(FakeMcpServer server, Consumer<ReceivedMessage> transcript) {
    PrintStream out = System.out;
    System.setOut(System.err);
    StdioConnection.serve(
        server.core(), System.in, out, transcript, code -> Runtime.getRuntime().halt(code));
  }
}
