package io.mcpbridge.authorization;

import java.net.URI;

/** Somebody at a browser, who is asked for permission. */
interface Person extends AutoCloseable {

  /** What they say when they are asked. */
  enum Decision {
    AGREE,
    REFUSE
  }

  /**
   * Where they end up.
   *
   * @param text what they read there; {@link #UNREACHABLE} if nobody answers
   */
  record Page(URI uri, String text) {}

  String UNREACHABLE = "unreachable";

  /** Goes there, logs in if asked who they are, decides if asked for permission. */
  Page visit(URI page, String user, Decision decision);

  /** Forgets who was logged in. */
  void forget();

  /** How often a form was filled in so far: to log in, and to decide. */
  int forms();

  @Override
  default void close() {}
}
