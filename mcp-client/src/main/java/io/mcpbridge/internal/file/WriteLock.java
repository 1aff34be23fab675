package io.mcpbridge.internal.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives one thread of one process at a time exclusive access to change a file. Locks a separate
 * file beside it, since the file itself is replaced by a rename. Only the lock counts, not the
 * existence of the lock file, so a file left behind by a crash blocks no process that may open it.
 * On a file system without locks, only the threads of this process exclude each other.
 */
public final class WriteLock implements AutoCloseable {

  /** Polling interval while another process holds the lock. */
  private static final Duration RETRY_DELAY = Duration.ofMillis(10);

  /** Written to a deleted lock file for the processes that still have it open. */
  private static final byte DELETED = 'x';

  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final Path path;
  private final long end;
  private final ReentrantLock threads;
  private final FileChannel channel;

  private WriteLock(Path file, Duration atMost) throws IOException, InterruptedException {
    this.path = file.resolveSibling("." + file.getFileName() + ".lock");
    this.end = System.nanoTime() + atMost.toNanos();
    this.threads = THREADS.computeIfAbsent(file, key -> new ReentrantLock());
    if (!threads.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new LockedException("another thread has been changing it");
    }
    boolean locked = false;
    try {
      this.channel = locked();
      locked = true;
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
  }

  /**
   * Acquires the lock, waiting if necessary.
   *
   * @param file the file's real path, in an existing directory
   * @param setting the property of the timeout, for the message
   * @throws HeldException if others hold the lock for that long
   * @throws InterruptedIOException if the thread is interrupted; it stays interrupted
   * @throws IOException if the lock cannot be acquired at all
   */
  public static WriteLock of(Path file, Duration atMost, String setting) throws IOException {
    try {
      return new WriteLock(file, atMost);
    } catch (LockedException e) {
      throw new HeldException(
          e.getMessage() + " for " + atMost.toMillis() + " ms, the limit (" + setting + ")", e);
    } catch (ClosedByInterruptException e) { // leaves the thread interrupted
      throw interrupted(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  private static IOException interrupted(Exception cause) {
    IOException interrupted = new InterruptedIOException("interrupted while waiting for the lock");
    interrupted.initCause(cause);
    return interrupted;
  }

  private FileChannel locked() throws IOException, InterruptedException {
    while (true) {
      FileChannel opened = opened();
      boolean acquired = false;
      try {
        while (!isLocked(opened)) {
          pause("another application, which has locked " + path + ", has been changing it");
        }
        acquired = opened.size() == 0; // otherwise its owner has deleted it meanwhile
      } finally {
        if (!acquired) {
          opened.close();
        }
      }
      if (acquired) {
        return opened;
      }
    }
  }

  private FileChannel opened() throws IOException, InterruptedException {
    while (true) {
      try {
        return FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      } catch (AccessDeniedException e) {
        Path folder = path.getParent();
        if (folder == null || !Files.isWritable(folder)) {
          throw e;
        }
        pause(ownerHint());
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another copy of this library, in the same process
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException withoutLocks) {
      return true;
    }
  }

  /**
   * A lock file that cannot be opened is about to be deleted (Windows) or belongs to another user
   * (elsewhere).
   */
  private String ownerHint() {
    boolean windows = !path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return windows
        ? "another application, which is about to delete " + path + ", has been changing it"
        : "another user, to whom "
            + path
            + " belongs, has been changing it (or left it behind: delete it if unused)";
  }

  private void pause(String message) throws LockedException, InterruptedException {
    if (System.nanoTime() - end >= 0) {
      throw new LockedException(message);
    }
    Thread.sleep(RETRY_DELAY.toMillis());
  }

  /** Marks the lock file as deleted: processes that were waiting for it create a new one. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // which would close the channel before the mark
    try (channel) {
      Files.delete(path);
      channel.write(ByteBuffer.wrap(new byte[] {DELETED}));
    } catch (IOException e) {
      // The lock file remains, unlocked, and blocks no process.
    } finally {
      threads.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Another thread or process held the lock for the whole time. */
  public static final class HeldException extends IOException {

    private static final long serialVersionUID = 1;

    private HeldException(String message, LockedException cause) {
      super(message, cause);
    }
  }

  /** Another thread or process holds the lock. */
  private static final class LockedException extends IOException {

    private static final long serialVersionUID = 1;

    LockedException(String message) {
      super(message);
    }
  }
}
