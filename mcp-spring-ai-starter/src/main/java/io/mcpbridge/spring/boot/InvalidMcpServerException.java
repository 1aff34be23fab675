package io.mcpbridge.spring.boot;

import org.jspecify.annotations.Nullable;

/** The properties of one server cannot be meant as they stand. Holds names, never values. */
final class InvalidMcpServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * @param problem what is wrong, with the property's full name
   * @param action what to change
   */
  InvalidMcpServerException(String problem, String action, @Nullable Throwable cause) {
    super(problem, cause);
    this.action = action;
  }

  String action() {
    return action;
  }
}
