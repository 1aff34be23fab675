package io.mcpbridge.config.internal.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls files for changes. An unreadable file, as on a disconnected drive, counts as unchanged;
 * this is logged once and does not affect the other files. A file that was unreadable from the
 * start counts as changed once it is readable. Used by one thread.
 */
final class FilePoller {

  private static final Logger log = LoggerFactory.getLogger(FilePoller.class);

  private final Set<Path> failing = new HashSet<>();
  private Map<Path, FileStamp> last = new HashMap<>();

  /** The files that have changed since the last poll; not those polled for the first time. */
  Set<Path> differences(Set<Path> files) {
    Map<Path, FileStamp> now = new HashMap<>();
    Set<Path> different = new HashSet<>();
    for (Path file : files) {
      FileStamp before = last.get(file);
      FileStamp stamp = stampOr(before, file);
      now.put(file, stamp);
      if (before != null && !stamp.equals(before)) {
        different.add(file);
      }
    }
    last = now;
    failing.retainAll(files);
    return different;
  }

  private FileStamp stampOr(@Nullable FileStamp before, Path file) {
    try {
      FileStamp stamp = FileStamp.of(file);
      failing.remove(file);
      return stamp;
    } catch (IOException | RuntimeException e) { // of whichever file system it is on
      if (failing.add(file)) {
        log.warn("{} cannot be read, so changes there go undetected: {}", file, e.toString());
      }
      return before == null ? FileStamp.UNKNOWN : before;
    }
  }
}
