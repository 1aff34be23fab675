package io.mcpbridge.cli.internal.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A property of a file, or the name of a group of them.
 *
 * @param name as written, such as {@code mcp.client.servers[my.server].args[0]}
 * @param value {@code null} of a group
 * @param line its 1-based line
 */
record FileProperty(String name, @Nullable String value, Path file, int line) {

  /** Omits the value, which may be a secret. */
  @Override
  public String toString() {
    return name + " (" + file + ":" + line + ")";
  }
}
