package io.mcpbridge.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to the parser: fails if it exceeds its maximum size. A large one is received
 * as a whole and then waits for its turn, so that no slow server keeps others from being parsed.
 */
final class LimitedInputStream extends InputStream {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final InputStream in;
  private final JsonLimits limits;
  private final BooleanSupplier isCancelled;
  private final Queue<byte[]> chunks = new ArrayDeque<>();
  private final byte[] singleByte = new byte[1];
  private long total;
  private long heldBytes;
  private int offset;
  private boolean isLarge;
  private ParseMemory.@Nullable Permit permit;

  LimitedInputStream(InputStream in, JsonLimits limits, BooleanSupplier isCancelled) {
    this.in = in;
    this.limits = limits;
    this.isCancelled = isCancelled;
  }

  @Override
  public int read() throws IOException {
    return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    if (!isLarge && total < ParseMemory.LARGE) {
      int n = in.read(buffer, from, length);
      count(n);
      return n;
    }
    if (!isLarge) {
      isLarge = true;
      receive();
    }
    byte[] chunk = chunks.peek();
    if (chunk == null) {
      return -1;
    }
    int n = Math.min(length, chunk.length - offset);
    System.arraycopy(chunk, offset, buffer, from, n);
    offset += n;
    if (offset == chunk.length) {
      chunks.remove();
      offset = 0;
      heldBytes -= chunk.length;
      ParseMemory.drop(chunk.length);
    }
    return n;
  }

  private void receive() throws IOException {
    int length;
    do {
      byte[] chunk = new byte[CHUNK_BYTES]; // readNBytes(int) would collect the bytes twice
      length = in.readNBytes(chunk, 0, CHUNK_BYTES);
      count(length);
      if (length > 0) {
        ParseMemory.keep(length);
        heldBytes += length;
        chunks.add(length == CHUNK_BYTES ? chunk : Arrays.copyOf(chunk, length));
      }
    } while (length == CHUNK_BYTES);
    if (heldBytes > 0) {
      permit = ParseMemory.acquire(total, isCancelled);
      if (permit == null) {
        throw new IOException("canceled while other large messages were parsed");
      }
    }
  }

  private void count(int n) {
    total += Math.max(0, n);
    if (total > limits.maxMessageBytes()) {
      throw JsonReader.tooLong(limits);
    }
  }

  /** Gives the heap back, and leaves the source open. */
  @Override
  public void close() {
    ParseMemory.drop(heldBytes);
    heldBytes = 0;
    chunks.clear();
    if (permit != null) {
      permit.close();
    }
  }
}
