package io.mcpbridge.spring.boot.internal.configuration;

import org.jspecify.annotations.Nullable;

/** Invalid properties or beans, which prevent startup. Contains names, never values. */
public final class InvalidMcpConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * @param problem what is wrong, with the full name of the property, or the names of the beans
   * @param action what to change
   */
  public InvalidMcpConfigurationException(
      String problem, String action, @Nullable Throwable cause) {
    super(problem, cause);
    this.action = action;
  }

  public InvalidMcpConfigurationException(String problem, String action) {
    this(problem, action, null);
  }

  public String action() {
    return action;
  }
}
