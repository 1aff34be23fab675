package io.mcpbridge.authorization;

import java.net.URI;

/** A user at a browser, who is prompted for authorization. */
interface Person extends AutoCloseable {

  /** The user's decision on the consent page. */
  enum Decision {
    AGREE,
    REFUSE
  }

  /**
   * The page that the user arrives at.
   *
   * @param text the text of the page; {@link #UNREACHABLE} if there is no response
   */
  record Page(URI uri, String text) {}

  String UNREACHABLE = "unreachable";

  /** Opens the page, logs in if required, and decides if prompted. */
  Page visit(URI page, String user, Decision decision);

  /** Ends the login session. */
  void forget();

  /** How many forms the user has submitted so far, for login and consent. */
  int forms();

  @Override
  default void close() {}
}
