package io.mcpbridge.internal.file;

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
 * A file that only its owner may read and write, and that is replaced atomically: readers see
 * either the old or the new content. Symbolic links are never followed, since another user may have
 * created them.
 *
 * @param path of the file, which need not exist
 */
public record PrivateFile(Path path) {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER_OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** The file exists but cannot be used; the message is the predicate of a sentence. */
  public static final class Unusable extends IOException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public Unusable(String reason) {
      super(reason);
      this.reason = reason;
    }

    public String reason() {
      return reason;
    }
  }

  /**
   * Reads the file.
   *
   * @return {@code null} if it does not exist
   * @throws Unusable if it is not a regular file, or too long
   */
  public byte @Nullable [] read(int maxBytes) throws IOException {
    try {
      if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isRegularFile()) {
        throw new Unusable("is a link, or not a regular file");
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        bytes = in.readNBytes(maxBytes + 1);
      }
      if (bytes.length > maxBytes) {
        throw new Unusable("is longer than " + maxBytes + " bytes");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Whether other users may read or change it, as far as the file system supports permissions. */
  public boolean isOpenToOthers() throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view != null && !OWNER_ONLY.containsAll(view.readAttributes().permissions());
  }

  /** Creates the directory if necessary, accessible to the owner only. */
  public void makeFolder() throws IOException {
    Path folder = path.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      Files.createDirectories(folder, attributes(folder, FOLDER_OWNER_ONLY));
    }
  }

  /** Not for concurrent calls. */
  public void write(byte[] bytes) throws IOException {
    Path temporary = path.resolveSibling("." + path.getFileName() + ".tmp");
    Files.deleteIfExists(temporary); // left by a process that was killed
    try {
      try (SeekableByteChannel channel =
          Files.newByteChannel(
              temporary,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              attributes(temporary, OWNER_ONLY))) {
        restrictToOwner(temporary);
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      move(temporary, path);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /**
   * Renames it to make room for a new one, and keeps it for inspection.
   *
   * @throws IOException if it is a directory, which is probably a mistake
   */
  public void setAside() throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new Unusable("is a directory");
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

  /** For file systems with access control lists: Windows. */
  private static void restrictToOwner(Path file) throws IOException {
    AclFileAttributeView view = Files.getFileAttributeView(file, AclFileAttributeView.class);
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
