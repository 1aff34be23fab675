package io.mcpbridge.json;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails when a message exceeds its maximum size. */
final class BoundedInputStream extends FilterInputStream {

  private final JsonLimits limits;
  private long left;

  BoundedInputStream(InputStream in, JsonLimits limits) {
    super(in);
    this.limits = limits;
    this.left = limits.maxMessageBytes();
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      count(1);
    }
    return b;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = super.read(buffer, offset, length);
    if (n > 0) {
      count(n);
    }
    return n;
  }

  private void count(int n) {
    left -= n;
    if (left < 0) {
      throw JsonReader.tooLong(limits);
    }
  }
}
