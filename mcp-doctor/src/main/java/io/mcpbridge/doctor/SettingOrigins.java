package io.mcpbridge.doctor;

import org.jspecify.annotations.Nullable;

/** Finds the line in which a setting is written. Called on several threads at once. */
@FunctionalInterface
public interface SettingOrigins {

  /**
   * Where a setting of a server is written. If the setting is absent, the best line is where it
   * would have to be added, such as that of the server's name.
   *
   * @param server the server's key in the configuration
   * @param setting as {@link Finding#setting}
   * @return {@code null} if unknown
   */
  @Nullable SettingOrigin origin(String server, String setting);

  /**
   * Whether the file in which the server is written can have a setting: an {@code mcpServers} file
   * has none for a proxy, for example. The doctor advises only settings that it can have. Default:
   * it can have all.
   *
   * @param server the server's key in the configuration
   * @param setting its name below the server, as {@link Finding#setting}, or a full one, such as
   *     {@code mcp.client.tool-search.mode}
   */
  default boolean isSettable(String server, String setting) {
    return true;
  }
}
