package io.mcpbridge.model;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A folder or file that a server may work in.
 *
 * @param uri a {@code file:} URI (2026-07-28, client, roots)
 * @param name a name for people
 */
public record Root(URI uri, @Nullable String name) {

  /**
   * @throws IllegalArgumentException if it is no {@code file:} URI
   */
  public Root {
    if (!"file".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException("a root is a file: URI, not " + uri);
    }
  }

  /** A folder or file of this machine. */
  public static Root of(Path path) {
    return new Root(path.toAbsolutePath().normalize().toUri(), null);
  }
}
