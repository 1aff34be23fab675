package io.mcpbridge.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that its owner alone may read and write, and that is replaced as a whole: whoever reads it
 * sees the old bytes or the new ones. A link is never followed, since somebody else may have laid
 * it.
 *
 * @param path of the file; there may be none yet
 */
record PrivateFile(Path path) {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER_OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** What is there and cannot be used; the message says why, in the middle of a sentence. */
  static final class Unusable extends IOException {
    private static final long serialVersionUID = 1L;

    private final String why;

    Unusable(String why) {
      super(why);
      this.why = why;
    }

    String why() {
      return why;
    }
  }

  /**
   * Reads it.
   *
   * @return {@code null} if it is not there
   * @throws Unusable if it is no file, or too long
   */
  byte @Nullable [] read(int most) throws IOException {
    try {
      if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isRegularFile()) {
        throw new Unusable("is a link, or no file at all");
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        bytes = in.readNBytes(most + 1);
      }
      if (bytes.length > most) {
        throw new Unusable("is longer than " + most + " bytes");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Whether others than its owner may read or change it, as far as the file system can say. */
  boolean isOpenToOthers() throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view != null && !OWNER_ONLY.containsAll(view.readAttributes().permissions());
  }

  /** Makes its folder if need be, for the owner only. */
  void makeFolder() throws IOException {
    Path folder = path.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      Files.createDirectories(folder, attributes(folder, FOLDER_OWNER_ONLY));
    }
  }

  /** To be called by one at a time. */
  void write(byte[] bytes) throws IOException {
    Path fresh = path.resolveSibling("." + path.getFileName() + ".tmp");
    Files.deleteIfExists(fresh); // of one who was stopped in between
    try {
      try (SeekableByteChannel channel =
          Files.newByteChannel(
              fresh,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              attributes(fresh, OWNER_ONLY))) {
        closeToOthers(fresh);
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      move(fresh, path);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * Lets another one take its place, and keeps it for whoever wants to look at it.
   *
   * @throws IOException if it is a folder, which is hardly meant
   */
  void setAside() throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new Unusable("is a folder");
    }
    move(path, path.resolveSibling(path.getFileName() + ".aside"));
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  /** Where there are lists of who may do what instead: Windows. */
  private static void closeToOthers(Path fresh) throws IOException {
    AclFileAttributeView view = Files.getFileAttributeView(fresh, AclFileAttributeView.class);
    if (view != null) {
      view.setAcl(
          List.of(
              AclEntry.newBuilder()
                  .setType(AclEntryType.ALLOW)
                  .setPrincipal(view.getOwner())
                  .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                  .build()));
    }
  }
}
