package io.mcpbridge.spring.oauth;

import java.net.URI;

/** Called on a worker thread when the authorization of a user at a protected server changes. */
public interface AuthorizationListener {

  /**
   * A user has to give permission.
   *
   * @param page URL to send only this user's browser to; it contains a state, so do not log it
   */
  default void required(String server, String user, URI page) {}

  /** A user has given permission. */
  default void granted(String server, String user) {}

  /**
   * A stored token was found of a user who gave permission to an earlier run or another instance of
   * the application; tools can be listed with it.
   */
  default void tokenFound(String server, String user) {}
}
