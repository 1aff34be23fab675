package io.mcpbridge.test.internal.channel;

import io.mcpbridge.json.Json;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.message.DroppableConnection;
import io.mcpbridge.test.internal.message.MessageSink;
import io.mcpbridge.test.internal.message.ReceivedMessageReader;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The client of a stdio server. */
public final class StdioConnection implements DroppableConnection {

  private final ServerCore server;
  private final InputStream in;
  private final LineWriter lines;
  private final Consumer<ReceivedMessage> transcript;
  private final Conversation conversation = new Conversation(EndpointRules.NONE);
  private final int number;

  private StdioConnection(
      ServerCore server,
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

  /** Serves one client until the end of its input. */
  public static void serve(
      ServerCore server,
      InputStream in,
      OutputStream out,
      Consumer<ReceivedMessage> transcript,
      IntConsumer onExit) {
    StdioConnection connection = new StdioConnection(server, in, out, transcript, onExit);
    try {
      connection.readAll();
    } catch (IOException clientIsGone) {
      // as at the end of the input
    } finally {
      server.disconnected(connection.conversation, connection);
    }
  }

  private void readAll() throws IOException {
    for (byte[] line = line(); line != null; line = line()) {
      if (line.length > 0) {
        ReceivedMessage received = ReceivedMessageReader.read(line, Map.of(), number);
        transcript.accept(received);
        Turn serverTurn = server.accept(received, conversation, lines);
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

  /** Writes one JSON value per line. */
  private static final class LineWriter implements MessageSink {

    private final ReentrantLock lock = new ReentrantLock();
    private final OutputStream out;
    private final IntConsumer onExit;

    LineWriter(OutputStream out, IntConsumer onExit) {
      this.out = out;
      this.onExit = onExit;
    }

    void write(Object json) {
      byte[] bytes = Json.writeBytes(json);
      byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
      line[bytes.length] = '\n';
      raw(line);
    }

    @Override
    public boolean send(Object json) {
      write(json);
      return true;
    }

    @Override
    public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
      values.forEach(this::write);
    }

    @Override
    public void accept() {}

    @Override
    public void http(int status, Map<String, String> headers, byte[] body) {
      throw new IllegalStateException("there is no HTTP status " + status + " over stdio");
    }

    @Override
    public void raw(byte[] bytes) {
      lock.lock();
      try {
        out.write(bytes);
        out.flush();
      } catch (IOException clientIsGone) {
        // ends with the server's messages
      } finally {
        lock.unlock();
      }
    }

    /** There is no separate stream to end. */
    @Override
    public void closeStream() {}

    @Override
    public void disconnect() {
      try {
        out.close();
      } catch (IOException alreadyBroken) {
        // closed as intended
      }
    }

    @Override
    public void exit(int code) {
      onExit.accept(code);
      disconnect();
    }
  }
}
