package io.mcpbridge.transport.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Standard output or standard error of a server process, whose reading can be ended. A daemon that
 * the process started may hold the other end of the pipe for as long as it runs, and a blocked read
 * from a pipe reacts neither to an interrupt nor to the closing of its descriptor. On Linux the
 * pipe has a path, so this can write the byte that the reader waits for. Elsewhere the reader stays
 * until the daemon ends.
 */
final class ProcessOutput extends InputStream {

  static final int STDOUT = 1;
  static final int STDERR = 2;

  private static final Logger log = LoggerFactory.getLogger(ProcessOutput.class);
  private static final Path OUR_DESCRIPTORS = Path.of("/proc/self/fd");

  /** After so many checks in which a reader waited for output and got none, there is none. */
  private static final int QUIET_CHECKS = 10;

  private static final int MAX_CHECKS = 100;
  private static final long CHECK_INTERVAL_MS = 50;

  private final InputStream in;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong reads = new AtomicLong();

  /** Such as {@code pipe:[4711]}; {@code null} where the system does not provide it. */
  private final @Nullable String pipe;

  private volatile boolean reading;
  private volatile boolean ended;

  /**
   * @param process has just been started
   * @param descriptor the number of the pipe's descriptor in that process
   */
  ProcessOutput(Process process, int descriptor, InputStream in) {
    this.in = in;
    Path childDescriptor =
        Path.of("/proc", Long.toString(process.pid()), "fd", String.valueOf(descriptor));
    String target = target(childDescriptor);
    this.pipe = target != null && target.startsWith("pipe:") ? target : null;
  }

  private static @Nullable String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException | UnsupportedOperationException notThere) {
      return null;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] singleByte = new byte[1];
    return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    reading = true; // before `ended` is read; end() uses the opposite order
    try {
      if (ended) {
        return -1;
      }
      int read = in.read(buffer, offset, length);
      reads.incrementAndGet();
      return ended ? -1 : read;
    } finally {
      reading = false;
    }
  }

  /**
   * Waits until all output of an ended process has been read. A daemon may hold the pipe, so this
   * gives up if nothing arrives. It counts checks instead of comparing times, because the reader
   * may be as late on a busy machine as this thread.
   */
  void awaitEnd() throws InterruptedException {
    long before = -1;
    for (int quiet = 0, checks = 0; quiet < QUIET_CHECKS && checks < MAX_CHECKS; checks++) {
      if (closed.await(CHECK_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
        return;
      }
      long now = reads.get();
      quiet = reading && now == before ? quiet + 1 : 0;
      before = now;
    }
  }

  /** Stops reading: the reader sees the end of the stream. */
  void end() {
    ended = true;
    if (!reading || pipe == null) {
      return;
    }
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OUR_DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        if (pipe.equals(target(descriptor))) {
          wake(descriptor);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      log.debug("the reader of {} could not be woken: {}", pipe, e.toString());
    }
  }

  /** Opens this side of the pipe for writing, which is its other end. */
  private void wake(Path descriptor) throws IOException {
    try (OutputStream writeEnd = Files.newOutputStream(descriptor, StandardOpenOption.WRITE)) {
      // Check again: the opened file may be another one by now; from here on its number is fixed.
      if (pipe != null && pipe.equals(target(descriptor))) {
        writeEnd.write('\n');
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    in.close();
  }
}
