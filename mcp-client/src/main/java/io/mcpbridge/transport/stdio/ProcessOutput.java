package io.mcpbridge.transport.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  private final InputStream in;

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
    Path theirs = Path.of("/proc", Long.toString(process.pid()), "fd", String.valueOf(descriptor));
    String target = target(theirs);
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
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    reading = true; // before `ended` is read; end() uses the opposite order
    try {
      if (ended) {
        return -1;
      }
      int read = in.read(buffer, offset, length);
      return ended ? -1 : read;
    } finally {
      reading = false;
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
    try (OutputStream other = Files.newOutputStream(descriptor, StandardOpenOption.WRITE)) {
      // Check again: the opened file may be another one by now; from here on its number is fixed.
      if (pipe != null && pipe.equals(target(descriptor))) {
        other.write('\n');
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
