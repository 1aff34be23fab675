package io.mcpbridge.spring.oauth.internal.settings;

/** Invalid authorization properties. Contains names, never values. */
public final class InvalidOAuthException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * @param problem what is wrong, with the full property name
   * @param action what to change
   */
  public InvalidOAuthException(String problem, String action) {
    super(problem);
    this.action = action;
  }

  /** What to change. */
  public String action() {
    return action;
  }
}
