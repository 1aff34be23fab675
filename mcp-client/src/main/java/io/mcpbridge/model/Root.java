package io.mcpbridge.model;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A directory or file that a server may work in.
 *
 * @param uri a {@code file:} URI (2026-07-28, client, roots)
 * @param name a display name
 */
public record Root(URI uri, @Nullable String name) {

  /**
   * @throws IllegalArgumentException if it is not a {@code file:} URI
   */
  public Root {
    if (!"file".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException("a root must be a file: URI, not " + uri);
    }
  }

  /** A local directory or file. */
  public static Root of(Path path) {
    return new Root(path.toAbsolutePath().normalize().toUri(), null);
  }
}
