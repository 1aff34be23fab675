package io.mcpbridge.spring.boot;

import io.mcpbridge.model.Implementation;
import io.mcpbridge.spring.boot.McpClientProperties.ClientInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the application presents itself to servers. */
record ApplicationName(ClientInfo info) {

  private static final ServerPropertyNames NAMES =
      new ServerPropertyNames("mcp.client.client-info");

  /** As a server reads it; {@code null} without a name, so that it is this library's. */
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

  /** Tells of what is set and has no effect, because there is no name. */
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
