package io.mcpbridge.cli.internal.config;

import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.doctor.SettingOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A problem of a configuration file, found without connecting.
 *
 * @param severity the effect on the server or the file
 * @param server the affected server; {@code null} if the problem concerns the file
 * @param setting the affected setting below the server, or the full name of a property that belongs
 *     to no server; {@code null} if the problem concerns all of it
 * @param message what is wrong and how to fix it, without a secret
 * @param origin the line to change
 */
public record ConfigurationProblem(
    Severity severity,
    @Nullable String server,
    @Nullable String setting,
    String message,
    SettingOrigin origin) {

  /** Line, server and message. */
  @Override
  public String toString() {
    return origin + (server == null ? "" : ": server \"" + server + "\"") + ": " + message;
  }
}
