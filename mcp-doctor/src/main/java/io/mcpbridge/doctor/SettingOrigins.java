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
}
