package io.mcpbridge.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** Replaces a file as a whole, atomically if the file system supports it. */
final class AtomicFile {

  private AtomicFile() {}

  /**
   * Writes to a temporary file beside the target and renames it. Follows a link and keeps
   * permissions. A new file is accessible to its owner only, because it may contain secrets.
   */
  static void write(Path file, String text) throws IOException {
    Path target = target(file);
    Path folder = folder(target);
    Path temporary = Files.createTempFile(folder, "." + target.getFileName(), ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      keepPermissions(target, temporary);
      move(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Resolves the file that a link points to, and creates its directory if necessary. */
  static Path target(Path file) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Files.createDirectories(folder(target));
    return target;
  }

  private static Path folder(Path target) throws IOException {
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException("not a file: " + target);
    }
    return folder;
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (view != null && Files.exists(from)) {
      Files.setPosixFilePermissions(to, view.readAttributes().permissions());
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
