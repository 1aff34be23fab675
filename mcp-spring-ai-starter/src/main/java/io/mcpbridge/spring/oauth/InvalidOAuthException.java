package io.mcpbridge.spring.oauth;

/** Properties of authorization that cannot be meant as they stand. Holds names, never values. */
public final class InvalidOAuthException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * @param problem what is wrong, with the property's full name
   * @param action what to change
   */
  InvalidOAuthException(String problem, String action) {
    super(problem);
    this.action = action;
  }

  /** What to change. */
  public String action() {
    return action;
  }
}
