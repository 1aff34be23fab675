package io.mcpbridge.spring.boot.internal.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Examines a server with {@code mcp-doctor}, which may be absent from the class path: this type
 * does not refer to it. A bean if it is present.
 */
@FunctionalInterface
public interface ServerDoctor {

  /**
   * The present findings, as JSON. Sends nothing to the server.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  Map<String, @Nullable Object> examine(ToolCatalog catalog, String server);
}
