package com.example.transport;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** One connection: callers write on their own threads; one thread reads for all of them. */
final class FrameChannel implements Channel {

  private static final Duration NOTICE = Duration.ofSeconds(2);

  private final String address;
  private final Socket socket;
  private final OutputStream out;
  private final ChannelListener listener;
  private final Correlator correlator;
  private final JsonReader json = new JsonReader(JsonLimits.defaults());
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Thread reader;

  FrameChannel(String address, Socket socket, ChannelListener listener) throws IOException {
    this.address = address;
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.listener = listener;
    this.correlator = new Correlator(address, listener);
    DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.reader = new Thread(() -> read(in), "frames-" + address);
    reader.setDaemon(true);
  }

  void start() {
    reader.start();
  }

  @Override
  public Exchange exchange(Outbound request, Deadline deadline) {
    Exchange exchange = correlator.open(request, this::tellCancelled);
    try {
      send(request, deadline);
      return exchange;
    } catch (RuntimeException | Error e) {
      exchange.close();
      throw e;
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    byte[] body = message.message().toBytes();
    traceSent(body);
    byte[] frame = ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    lock(message, deadline);
    try {
      out.write(frame);
      out.flush();
    } catch (IOException e) {
      // the server cannot parse an incomplete frame, so the message counts as not sent
      end(new McpConnectionLostException(address + ": the connection broke: " + e.getMessage(), e));
      throw new McpConnectException(address + ": " + message.subject() + " was not sent", e);
    } finally {
      writing.unlock();
    }
  }

  private void traceSent(byte[] body) {
    if (listener.trace().isOn()) {
      listener.trace().sent(body, UnaryOperator.identity());
    }
  }

  private void traceReceived(byte[] frame) {
    if (listener.trace().isOn()) {
      listener.trace().received(frame, 0, frame.length, UnaryOperator.identity());
    }
  }

  private void lock(Outbound message, Deadline deadline) {
    try {
      if (!writing.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
        throw new McpTimeoutException(
            address + ": " + message.subject() + " was not sent within " + deadline.described());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(address + ": " + message.subject() + " was not sent", e);
    }
  }

  private void tellCancelled(Outbound notice) {
    if (notice != null && isOpen()) {
      boolean interrupted = Thread.interrupted(); // the caller's interrupt status is restored below
      try {
        send(notice, Deadline.after(NOTICE));
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void read(DataInputStream in) {
    McpException end;
    try {
      while (true) {
        byte[] frame = frame(in);
        traceReceived(frame);
        deliver(frame);
      }
    } catch (EOFException e) {
      end = new McpConnectionLostException(address + ": the server ended the connection", e);
    } catch (IOException | RuntimeException e) {
      end = new McpConnectionLostException(address + ": the connection broke: " + e, e);
    }
    end(end);
  }

  private byte[] frame(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > json.limits().maxMessageBytes()) {
      throw new IOException("a frame of " + length + " bytes is too long");
    }
    byte[] frame = in.readNBytes(length);
    if (frame.length < length) {
      throw new EOFException();
    }
    return frame;
  }

  private void deliver(byte[] frame) {
    try {
      JsonObject object = JsonObject.of(json.read(frame, 0, frame.length));
      correlator.deliver(JsonRpcMessage.from(object));
    } catch (JsonException e) {
      // one malformed message must not fail the others
      System.getLogger("frames").log(System.Logger.Level.WARNING, address + " sent no message", e);
    }
  }

  /** The connection ended unexpectedly: fails in-flight exchanges and notifies the listener. */
  private void end(McpException cause) {
    if (ended.compareAndSet(false, true)) {
      FrameTransport.closeQuietly(socket);
      correlator.fail(cause);
      listener.onLost(cause);
    }
  }

  @Override
  public boolean isOpen() {
    return !ended.get();
  }

  @Override
  public void close() {
    if (ended.compareAndSet(false, true)) {
      FrameTransport.closeQuietly(socket);
      correlator.fail(new McpConnectionLostException(address + ": closed by this application"));
    }
  }
}
