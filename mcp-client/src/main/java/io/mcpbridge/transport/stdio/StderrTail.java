package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.text.Secrets;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last {@value #MAX_BYTES} bytes of a server's standard error for error messages.
 * Standard error must be read in any case: a server blocks when the pipe is full.
 */
final class StderrTail implements LineSink, Runnable {

  static final int MAX_BYTES = 8 * 1024;

  private static final Logger log = LoggerFactory.getLogger(StderrTail.class);

  private final String address;
  private final Secrets secrets;
  private final ProcessOutput stderr;
  private final @Nullable Path file;
  private final byte[] ring = new byte[MAX_BYTES];
  private long written;

  /**
   * @param file to append to instead; {@code null} if there is none
   */
  StderrTail(String address, Secrets secrets, ProcessOutput stderr, @Nullable Path file) {
    this.address = address;
    this.secrets = secrets;
    this.stderr = stderr;
    this.file = file;
  }

  @Override
  public void run() {
    try (stderr) {
      if (file == null) {
        new LineReader(stderr, MAX_BYTES, this).readAll();
      } else {
        copyTo(file);
      }
    } catch (IOException e) {
      log.debug("{}: standard error ended: {}", address, e.toString());
    }
  }

  private void copyTo(Path target) throws IOException {
    try {
      StderrFile.copy(stderr, target);
    } catch (IOException e) {
      log.warn(
          "{}: its standard error is no longer written to {}: {}", address, target, e.toString());
      stderr.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Waits until the last output has arrived. */
  void awaitEnd() throws InterruptedException {
    stderr.awaitEnd();
  }

  /** The last lines, printable and without secrets; empty if there are none. */
  String text() {
    return secrets.mask(PrintableText.of(raw())).strip();
  }

  private synchronized String raw() {
    if (written <= MAX_BYTES) {
      return new String(ring, 0, (int) written, StandardCharsets.UTF_8);
    }
    byte[] ordered = new byte[MAX_BYTES];
    int oldest = (int) (written % MAX_BYTES);
    System.arraycopy(ring, oldest, ordered, 0, MAX_BYTES - oldest);
    System.arraycopy(ring, 0, ordered, MAX_BYTES - oldest, oldest);
    String text = new String(ordered, StandardCharsets.UTF_8);
    int firstLineEnd = text.indexOf('\n');
    // the oldest line is rarely whole; one that fills everything is better than nothing
    return firstLineEnd < 0 || firstLineEnd == text.length() - 1
        ? text
        : text.substring(firstLineEnd + 1);
  }

  @Override
  public void line(byte[] buffer, int offset, int length) {
    append(buffer, offset, length);
    endOfLongLine();
    if (log.isDebugEnabled()) {
      String line = PrintableText.sample(buffer, offset, length, MAX_BYTES);
      log.debug("{}: stderr: {}", address, secrets.mask(line));
    }
  }

  @Override
  public void pieceOfLongLine(byte[] buffer, int offset, int length) {
    append(buffer, offset, length);
  }

  @Override
  public void endOfLongLine() {
    append(new byte[] {'\n'}, 0, 1);
  }

  private synchronized void append(byte[] buffer, int offset, int length) {
    int from = Math.max(0, length - MAX_BYTES);
    for (int i = from; i < length; i++) {
      ring[(int) (written++ % MAX_BYTES)] = buffer[offset + i];
    }
  }
}
