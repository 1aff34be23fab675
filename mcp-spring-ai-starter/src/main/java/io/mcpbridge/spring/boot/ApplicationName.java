package io.mcpbridge.spring.boot;

import io.mcpbridge.model.Implementation;
import io.mcpbridge.spring.boot.McpClientProperties.ClientInfo;
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
        : new Implementation(
            info.name(),
            info.version(),
            info.title(),
            info.description(),
            info.websiteUrl(),
            List.of());
  }

  /** Warns of properties without effect because no name is set. */
  void warnWithoutName() {
    if (info.name() == null) {
      tell("version", !info.version().equals(ClientInfo.FIRST_VERSION));
      tell("title", info.title() != null);
      tell("description", info.description() != null);
      tell("website-url", info.websiteUrl() != null);
    }
  }

  private static void tell(String property, boolean set) {
    if (set) {
      NAMES.hasNoEffect(property, "name");
    }
  }
}
