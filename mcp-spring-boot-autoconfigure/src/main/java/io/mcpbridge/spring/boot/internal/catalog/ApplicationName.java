package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.model.Implementation;
import io.mcpbridge.spring.boot.McpClientProperties.ClientInfo;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code clientInfo} of the application. */
record ApplicationName(ClientInfo info) {

  private static final ServerPropertyNames NAMES =
      new ServerPropertyNames("mcp.client.client-info");

  /** The {@code clientInfo}; {@code null} without a name, for the default of the library. */
  @Nullable Implementation asImplementation() {
    return info.name() == null
        ? null
        : new Implementation(info.name(), info.version(), null, null, null, List.of());
  }

  /** Warns of a version without effect because no name is set. */
  void warnWithoutName() {
    if (info.name() == null && !info.version().equals(ClientInfo.FIRST_VERSION)) {
      NAMES.hasNoEffect("version", "name");
    }
  }
}
