package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

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
public final class StdioEndpoint implements ClientConnection {

  private final FakeMcpServer server;
  private final InputStream in;
  private final LineWriter lines;
  private final Consumer<ReceivedMessage> transcript;
  private final Conversation conversation = new Conversation(EndpointRules.NONE);
  private final int number;

  private StdioEndpoint(
      FakeMcpServer server,
      InputStream in,
      OutputStream out,
      Consumer<ReceivedMessage> transcript,
      IntConsumer onExit) {
    this.server = server;
    this.in = new BufferedInputStream(in, 64 * 1024);
    this.lines = new LineWriter(out, onExit);
    this.transcript = transcript;
    this.number = server.clients().connected(this);
    conversation.addStream(lines::send);
  }

  /**
   * Serves one client until the end of its input. Requests are handled concurrently on the server's
   * own threads. {@link Faults#exit} closes the output.
   */
  public static void serve(FakeMcpServer server, InputStream in, OutputStream out) {
    serve(server, in, out, message -> {}, code -> {});
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
    serve(server, System.in, out, transcript, code -> Runtime.getRuntime().halt(code));
  }

  private static void serve(
      FakeMcpServer server,
      InputStream in,
      OutputStream out,
      Consumer<ReceivedMessage> transcript,
      IntConsumer onExit) {
    StdioEndpoint door = new StdioEndpoint(server, in, out, transcript, onExit);
    try {
      door.readAll();
    } catch (IOException clientIsGone) {
      // as at the end of the input
    } finally {
      server.disconnected(door.conversation, door);
    }
  }

  private void readAll() throws IOException {
    for (byte[] line = line(); line != null; line = line()) {
      if (line.length > 0) {
        ReceivedMessage received = ReceivedMessageReader.read(line, Map.of(), number);
        transcript.accept(received);
        ServerTurn serverTurn = server.accept(received, conversation, lines);
        if (received.message() instanceof JsonRpcRequest || serverTurn.isUnusual()) {
          server.threads().run(serverTurn::run);
        } else {
          serverTurn.run();
        }
      }
    }
  }

  private byte @Nullable [] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toByteArray();
  }

  @Override
  public void drop() {
    lines.disconnect();
  }
}
