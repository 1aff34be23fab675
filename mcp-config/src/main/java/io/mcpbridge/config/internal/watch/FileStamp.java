package io.mcpbridge.config.internal.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Detects a changed file by its attributes, without reading it. For a directory, its direct
 * children count.
 *
 * @param text the attributes; empty if the file does not exist
 */
record FileStamp(String text) {

  /** Maximum number of files checked per directory. */
  private static final int MAX_FILES = 1000;

  /** Stamp of an unreadable file; differs from the stamp of every readable one. */
  static final FileStamp UNKNOWN = new FileStamp("?");

  private static final FileStamp ABSENT = new FileStamp("");

  /**
   * Reads the attributes.
   *
   * @throws IOException if the file exists, or may exist, and its attributes cannot be read
   */
  static FileStamp of(Path path) throws IOException {
    try {
      StringBuilder text = new StringBuilder(attributes(path));
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          for (Path file : files.sorted().limit(MAX_FILES).toList()) {
            text.append('\n').append(file).append(' ').append(attributesIfThere(file));
          }
        }
      }
      return new FileStamp(text.toString());
    } catch (NoSuchFileException gone) {
      return ABSENT;
    } catch (UncheckedIOException broken) { // while a folder is walked
      throw broken.getCause();
    }
  }

  /** Skips a dangling link, such as an editor's lock, so that the other files still count. */
  private static String attributesIfThere(Path file) {
    try {
      return attributes(file);
    } catch (IOException gone) {
      return "";
    }
  }

  private static String attributes(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
        + " "
        + attributes.size()
        + " "
        + attributes.fileKey();
  }
}
