package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that is specific to one protocol revision. Stateless and thread-safe. */
public interface Revision {

  /** Its name as sent: the release date. */
  String version();

  /** The channel mode that it needs. */
  ChannelMode channelMode();

  /**
   * Performs the handshake.
   *
   * @return the server's information, or that it does not support this era
   * @throws io.mcpbridge.error.McpException if the handshake fails
   */
  HandshakeResult handshake(Channel channel, ClientIdentity client, Deadline deadline);

  /**
   * Called before a request is sent.
   *
   * @throws io.mcpbridge.error.McpUnsupportedException if the server does not support the request
   */
  void check(McpRequest<?> request, ServerInfo server);

  /**
   * The task support of a server's tools.
   *
   * @param learned what its lists of tools declared
   */
  TaskSupport taskSupport(TaskSupport learned, ServerInfo server);

  /** Serializes a request. */
  Outbound encode(RequestId id, McpRequest<?> request, CallContext context);

  /**
   * Parses a response.
   *
   * @param context the context that the request was encoded with
   * @throws io.mcpbridge.error.McpHeaderMismatchException if the server rejects the headers because
   *     they contradict the body
   * @throws io.mcpbridge.error.McpErrorResponseException if it is an error
   * @throws io.mcpbridge.error.McpProtocolException if the result does not fit the request
   */
  <R extends McpResult> DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context);

  /**
   * Whether a rejection suggests that the server has changed its era, so that the era should be
   * detected again, once. Not needed for sessions, where the server reports that explicitly.
   */
  default boolean suggestsOtherEra(McpException refusal) {
    return false;
  }

  /** The cancellation of a request, for transports where closing the stream does not cancel it. */
  Outbound cancellation(RequestId id, String reason);

  /**
   * Handles a server's request; {@code null} if this revision has no server requests. Blocks until
   * the answerer returns.
   */
  @Nullable Outbound answer(JsonRpcRequest request, ClientIdentity client, InputResponder inputs);

  /** The request that sets the log level; {@code null} if each request carries the level. */
  @Nullable SetLevelRequest setLevel(LoggingLevel level);

  /**
   * Creates the subscription service of a negotiated channel.
   *
   * @param ids generates unique request ids for this channel
   * @param threads read the notification stream if the transport does not push messages
   */
  SubscriptionService subscriptions(
      Channel channel,
      ServerInfo server,
      ClientIdentity client,
      Supplier<RequestId> ids,
      Executor threads);

  /** A notification of the application's own, with the headers that the revision requires. */
  Outbound notification(JsonRpcNotification notification);

  /** The notification of changed roots; {@code null} if the revision has none. */
  @Nullable Outbound rootsChanged();
}
