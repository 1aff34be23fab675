package io.mcpbridge.spring.oauth;

import java.net.URI;

/** Is told where users stand with protected servers, on a worker thread. */
public interface AuthorizationListener {

  /**
   * A user has to give permission first.
   *
   * @param page where to send their browser, and nobody else's; it holds a state, so it is nothing
   *     for a log
   */
  default void required(String server, String user, URI page) {}

  /** A user has given permission. */
  default void granted(String server, String user) {}

  /**
   * The token of a user was found, who gave permission to an earlier run of the application, or to
   * another instance; the list of tools can be asked for with it.
   */
  default void found(String server, String user) {}
}
