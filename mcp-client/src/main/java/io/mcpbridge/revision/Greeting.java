package io.mcpbridge.revision;

import io.mcpbridge.model.ServerInfo;

/** What came of greeting a server. */
public sealed interface Greeting {

  /**
   * The server speaks this family.
   *
   * @param revision the revision agreed on
   * @param server what it said of itself
   */
  record Welcome(Revision revision, ServerInfo server) implements Greeting {}

  /**
   * The server answered, and its answer shows that it does not speak this family.
   *
   * @param evidence what it answered, for messages
   */
  record Unknown(String evidence) implements Greeting {}
}
