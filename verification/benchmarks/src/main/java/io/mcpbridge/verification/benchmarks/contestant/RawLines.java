package io.mcpbridge.verification.benchmarks.contestant;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads lines of bytes; each is valid until the next one. */
final class RawLines {

  private final InputStream in;
  private byte[] buffer = new byte[64 * 1024];
  private int start;
  private int end;
  private int next;
  private int filled;

  RawLines(InputStream in) {
    this.in = in;
  }

  void next() throws IOException {
    start = next;
    int i = start;
    while (true) {
      while (i < filled) {
        if (buffer[i++] == '\n') {
          end = i - 1;
          next = i;
          return;
        }
      }
      if (filled == buffer.length || start == filled) {
        int remaining = filled - start;
        byte[] to = remaining > buffer.length / 2 ? new byte[2 * buffer.length] : buffer;
        System.arraycopy(buffer, start, to, 0, remaining);
        buffer = to;
        i -= start;
        filled = remaining;
        start = 0;
      }
      int n = in.read(buffer, filled, buffer.length - filled);
      if (n < 0) {
        throw new EOFException("the server ended");
      }
      filled += n;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }
}
