package io.mcpbridge.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/** What came of greeting a server. */
public sealed interface Greeting {

  /**
   * The server speaks this family.
   *
   * @param revision the revision agreed on
   * @param server what it said of itself
   */
  record Welcome(Revision revision, ServerInfo server) implements Greeting {}

  /** The server answered, and does not speak this family. */
  sealed interface Declined extends Greeting {

    /** What it answered, for messages. */
    String evidence();
  }

  /**
   * The answer shows that the server does not know the question.
   *
   * @param evidence what it answered
   * @param failure the answer, where it was no JSON-RPC message
   */
  record Unknown(String evidence, @Nullable McpException failure) implements Declined {}

  /**
   * The answer names revisions of the other family.
   *
   * @param evidence what it answered
   * @param revision the newest of them that this client speaks, too
   */
  record Elsewhere(String evidence, Revision revision) implements Declined {}
}
