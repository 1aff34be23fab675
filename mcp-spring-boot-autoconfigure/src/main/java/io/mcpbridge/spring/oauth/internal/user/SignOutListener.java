package io.mcpbridge.spring.oauth.internal.user;

/**
 * Called on the user's thread when they have signed out of a server, to close what they had open.
 * An exception is logged, and the remaining listeners are still called.
 */
@FunctionalInterface
public interface SignOutListener {

  /**
   * The current user has signed out.
   *
   * @param listed whether the tools of all users were listed with this user's token
   */
  void signedOut(String server, boolean listed);
}
