package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.internal.file.WriteLock;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Edits the servers in one file. Preserves order, comments, formatting, unknown fields and
 * variables such as {@code ${TOKEN}}: only the changed entries are rewritten, and resolved values
 * are never written back. Replaces the file atomically, by a rename. Never writes a file that it
 * cannot read.
 *
 * <p>Thread-safe. Several applications can edit one file this way without losing changes: a lock
 * file beside it serializes them (timeout: {@link ServersFiles.Builder#lockTimeout}). Changes by
 * other programs are detected up to the moment of the rename.
 *
 * <p>Methods are synchronous. They throw {@link IllegalStateException} if the file cannot be
 * parsed, and {@link UncheckedIOException} if it cannot be written, or not in time.
 */
public final class ServersFileEditor {

  private static final String SETTING = "ServersFiles.builder().lockTimeout(...)";
  private static final int MAX_ATTEMPTS = 5;

  private final ConfigSource source;
  private final Path file;
  private final Duration lockTimeout;

  /**
   * @param lockTimeout timeout for the lock that other applications may hold
   */
  ServersFileEditor(ConfigSource source, Path file, Duration lockTimeout) {
    this.source = source;
    this.file = file;
    this.lockTimeout = lockTimeout;
  }

  /**
   * Adds or changes a server. Creates the file if necessary.
   *
   * @param entry the fields as they should be in the file. For an existing server, known fields
   *     that are missing here are removed; unknown fields stay
   * @throws IllegalArgumentException if the name is blank
   */
  public void put(String server, Map<String, ?> entry) {
    if (server.isBlank()) {
      throw new IllegalArgumentException("a server needs a name");
    }
    change(document -> put(document, server, entry));
  }

  private static JsonText put(ServersDocument document, String server, Map<String, ?> entry) {
    JsonObject old = JsonObject.orNull(document.entries().get(server));
    if (old == null) {
      return document.json().with(document.path(server), new LinkedHashMap<>(entry));
    }
    JsonText json = document.json();
    for (String field : old.toMap().keySet()) {
      if (EntryFields.knows(field) && !entry.containsKey(field)) {
        json = json.without(document.path(server, field));
      }
    }
    for (Map.Entry<String, ?> field : entry.entrySet()) {
      boolean isUnchanged =
          old.has(field.getKey()) && Objects.equals(old.get(field.getKey()), field.getValue());
      if (!isUnchanged) {
        json = json.with(document.path(server, field.getKey()), field.getValue());
      }
    }
    return json;
  }

  /**
   * Removes a server.
   *
   * @throws IllegalArgumentException if the file has no such server
   */
  public void remove(String server) {
    change(document -> document.json().without(pathOf(document, server)));
  }

  /**
   * Enables a server.
   *
   * @throws IllegalArgumentException if the file has no such server
   */
  public void enable(String server) {
    setDisabled(server, false);
  }

  /**
   * Disables a server and keeps its entry.
   *
   * @throws IllegalArgumentException if the file has no such server
   */
  public void disable(String server) {
    setDisabled(server, true);
  }

  private void setDisabled(String server, boolean disabled) {
    change(
        document -> {
          pathOf(document, server);
          JsonObject entry = JsonObject.of(document.entries().get(server));
          JsonText json = document.json();
          if (entry.has("enabled")) {
            json = json.with(document.path(server, "enabled"), !disabled);
          }
          boolean usesDisabled = entry.has("disabled") || !entry.has("enabled");
          return usesDisabled && !Boolean.valueOf(disabled).equals(entry.bool("disabled"))
              ? json.with(document.path(server, "disabled"), disabled)
              : json;
        });
  }

  private List<String> pathOf(ServersDocument document, String server) {
    if (!document.entries().containsKey(server)) {
      throw new IllegalArgumentException(
          "no server \""
              + server
              + "\" in "
              + file
              + "; known servers: "
              + document.entries().keySet());
    }
    return document.path(server);
  }

  private void change(Function<ServersDocument, JsonText> change) {
    try {
      if (textAfter(change, LoadedFile.of(source, file)) == null) {
        return; // which needs neither a lock nor a folder
      }
      try (WriteLock lock = WriteLock.of(AtomicFile.target(file), lockTimeout, SETTING)) {
        write(change);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written: " + e.getMessage(), e);
    } catch (JsonException e) {
      throw new IllegalStateException(file + " is not changed: " + e.getMessage(), e);
    }
  }

  /** Retries, since programs that ignore the lock may write too. */
  private void write(Function<ServersDocument, JsonText> change) throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      LoadedFile before = LoadedFile.of(source, file);
      String after = textAfter(change, before);
      if (isStill(before.text())) {
        if (after != null) {
          AtomicFile.write(file, after);
        }
        return;
      }
    }
    throw new IllegalStateException(file + " keeps changing; not written");
  }

  /** The new text; {@code null} if nothing changes. */
  private @Nullable String textAfter(
      Function<ServersDocument, JsonText> change, LoadedFile before) {
    String after = change.apply(document(before)).text();
    return after.equals(before.text()) ? null : after;
  }

  private ServersDocument document(LoadedFile loaded) {
    if (loaded.document() != null) {
      return loaded.document();
    }
    if (!loaded.isAbsent()) {
      throw new IllegalStateException(
          "not overwritten, because it is invalid: " + loaded.problem());
    }
    return ServersDocument.of(source, file, "{}\n");
  }

  private boolean isStill(@Nullable String text) {
    return Objects.equals(LoadedFile.of(source, file).text(), text);
  }

  /** Replaces a file as a whole, atomically if the file system supports it. */
  private static final class AtomicFile {

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
}
