package io.mcpbridge.spring.oauth;

/**
 * Is told when a user has signed out of a server, on their thread: what was theirs ends. One that
 * fails is logged, and the others are told all the same.
 */
@FunctionalInterface
public interface SignOutListener {

  /**
   * The current user has signed out.
   *
   * @param listed whether it was with their token that the tools of all users were listed
   */
  void signedOut(String server, boolean listed);
}
