package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/** The outcome of a handshake. */
public sealed interface HandshakeResult {

  /**
   * The server supports this protocol era.
   *
   * @param revision the negotiated revision
   * @param server the server's information
   */
  record Accepted(Revision revision, ServerInfo server) implements HandshakeResult {}

  /** The server responded and does not support this era. */
  sealed interface Rejected extends HandshakeResult {

    /** The response, for messages. */
    String evidence();
  }

  /**
   * The response shows that the server does not know the request.
   *
   * @param evidence the response, for messages
   * @param failure the response as an exception, if it was not a JSON-RPC message or refuses {@code
   *     initialize}
   */
  record MethodUnknown(String evidence, @Nullable McpException failure) implements Rejected {}

  /**
   * The response names revisions of the other era.
   *
   * @param evidence the response, for messages
   * @param revision the newest of them that this client supports
   */
  record OtherEra(String evidence, Revision revision) implements Rejected {}
}
