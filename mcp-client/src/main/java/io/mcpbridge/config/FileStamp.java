package io.mcpbridge.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What tells without reading that a file is another one than before. For a folder, what is directly
 * in it counts.
 *
 * @param text of its attributes; empty if it is not there
 */
record FileStamp(String text) {

  /** How many files of a folder are looked at. */
  private static final int MOST_FILES = 1000;

  /** Of a file that nobody could look at: unlike any that somebody could. */
  static final FileStamp UNKNOWN = new FileStamp("?");

  private static final FileStamp ABSENT = new FileStamp("");

  /**
   * Looks at it.
   *
   * @throws IOException if it is there, or may be, and cannot be looked at
   */
  static FileStamp of(Path path) throws IOException {
    try {
      StringBuilder text = new StringBuilder(attributes(path));
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          for (Path file : files.sorted().limit(MOST_FILES).toList()) {
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

  /** A link to nothing, such as an editor's lock, hides none of the other files. */
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
