package io.mcpbridge.transport.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file that the client appends the standard error of a server to. It may contain secrets, so
 * that only the owner can read a new one. At {@value #MAX_BYTES} bytes it replaces the file with
 * the name ending in {@code .1}, and a new one begins.
 */
final class StderrFile {

  static final int MAX_BYTES = 10 * 1024 * 1024;

  private static final Set<OpenOption> OPTIONS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

  private StderrFile() {}

  /**
   * Opens the file, and creates it if it does not exist.
   *
   * @throws IOException if it is a link, a pipe or anything else but a regular file
   */
  static OutputStream open(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(file.toString(), null, "it is not a regular file");
    }
    FileAttribute<?>[] attributes =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return Channels.newOutputStream(Files.newByteChannel(file, OPTIONS, attributes));
  }

  /** Appends all that the stream has. */
  static void copy(InputStream stderr, Path file) throws IOException {
    byte[] buffer = new byte[8 * 1024];
    OutputStream out = open(file);
    try {
      long size = Files.size(file);
      for (int read = stderr.read(buffer); read >= 0; read = stderr.read(buffer)) {
        if (size + read > MAX_BYTES) {
          out.close();
          Files.move(
              file,
              file.resolveSibling(file.getFileName() + ".1"),
              StandardCopyOption.REPLACE_EXISTING);
          out = open(file);
          size = 0;
        }
        out.write(buffer, 0, read);
        size += read;
      }
    } finally {
      out.close();
    }
  }
}
