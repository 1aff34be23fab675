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
   * The name of a setting in the file in which the server is written: an {@code mcpServers} file
   * has {@code disabledTools} for {@code exclude}, and nothing for a proxy. The doctor advises only
   * settings that have a name. Default: the name itself.
   *
   * @param server the server's key in the configuration
   * @param setting its name below the server, as {@link Finding#setting}, or a full one, such as
   *     {@code mcp.client.tool-search.mode}
   * @return {@code null} if the file cannot have it
   */
  default @Nullable String name(String server, String setting) {
    return setting;
  }

  /**
   * What the user can do in place of a setting, in the program that shows the diagnosis, such as
   * {@code "use the option --timeout"}. Default: nothing.
   *
   * @param server the server's key in the configuration
   * @param setting as {@link Finding#setting}; {@code auth.oauth2.grant} for a login
   * @return a clause in the imperative; {@code null} for nothing
   */
  default @Nullable String alternative(String server, String setting) {
    return null;
  }
}
