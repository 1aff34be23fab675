package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One socket, with just enough HTTP/1.1 for the benchmark server. */
final class RawHttpConnection implements AutoCloseable {

  private static final byte[] HEAD_END = ascii("\r\n\r\n");
  private static final byte[] LENGTH = ascii("Content-Length: ");
  private static final int BUFFER = 8 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String head;
  private final byte[] buffer = new byte[BUFFER];
  private int pos;
  private int limit;
  private byte[] body = NOTHING;
  private int bodyLength;

  RawHttpConnection(URI url) throws IOException {
    this.socket = new Socket(url.getHost(), url.getPort());
    socket.setTcpNoDelay(true);
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.head =
        "POST "
            + url.getPath()
            + " HTTP/1.1\r\nHost: "
            + url.getAuthority()
            + "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
            + "MCP-Protocol-Version: 2025-11-25\r\nContent-Length: ";
  }

  /** Sends the message and reads the complete response. */
  void post(String message) throws IOException {
    out.write(
        (head + message.length() + "\r\n\r\n" + message).getBytes(StandardCharsets.ISO_8859_1));
    pos = 0;
    limit = 0;
    int end;
    while ((end = Bytes.indexOf(buffer, HEAD_END, 0, limit)) < 0) {
      fill();
    }
    pos = end + HEAD_END.length;
    int length = Bytes.indexOf(buffer, LENGTH, 0, end);
    if (length >= 0) {
      bodyLength = 0;
      read((int) number(length + LENGTH.length, 10));
    } else {
      chunks();
    }
  }

  byte[] body() {
    return body;
  }

  int bodyLength() {
    return bodyLength;
  }

  private void chunks() throws IOException {
    bodyLength = 0;
    while (true) {
      while (indexOfLineFeed() < 0) {
        fill();
      }
      int length = (int) number(pos, 16);
      pos = indexOfLineFeed() + 1;
      read(length);
      while (limit - pos < 2) {
        fill();
      }
      pos += 2;
      if (length == 0) {
        return;
      }
    }
  }

  private int indexOfLineFeed() {
    for (int i = pos; i < limit; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private long number(int at, int radix) {
    long value = 0;
    for (int i = at; buffer[i] != '\r'; i++) {
      value = radix * value + Character.digit(buffer[i], radix);
    }
    return value;
  }

  /**
   * Appends {@code length} bytes to the body: first from the buffer, the rest directly from the
   * socket.
   */
  private void read(int length) throws IOException {
    if (body.length - bodyLength < length) {
      body =
          Arrays.copyOf(
              body, bodyLength == 0 ? length : Math.max(2 * body.length, bodyLength + length));
    }
    int end = bodyLength + length;
    int buffered = Math.min(limit - pos, length);
    System.arraycopy(buffer, pos, body, bodyLength, buffered);
    pos += buffered;
    bodyLength += buffered;
    while (bodyLength < end) {
      int n = in.read(body, bodyLength, end - bodyLength);
      if (n < 0) {
        throw new EOFException();
      }
      bodyLength += n;
    }
  }

  private void fill() throws IOException {
    if (pos > 0 && limit == buffer.length) {
      System.arraycopy(buffer, pos, buffer, 0, limit - pos);
      limit -= pos;
      pos = 0;
    }
    int n = in.read(buffer, limit, buffer.length - limit);
    if (n <= 0) {
      throw new EOFException();
    }
    limit += n;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
