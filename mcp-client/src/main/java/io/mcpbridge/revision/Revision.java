package io.mcpbridge.revision;

import io.mcpbridge.error.McpException;
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

/** What one protocol revision knows and no other. Stateless and thread-safe. */
public interface Revision {

  /** Its name: the date it was released, as it travels. */
  String version();

  /** How a channel has to be used for it. */
  ChannelMode channelMode();

  /**
   * Makes the server's acquaintance.
   *
   * @return what the server is, or that it does not speak this family of revisions
   * @throws io.mcpbridge.error.McpException if it could not be asked
   */
  Greeting greet(Channel channel, ClientIdentity client, Deadline deadline);

  /**
   * Asked before a request is sent.
   *
   * @throws io.mcpbridge.error.McpUnsupportedException if this server may not be asked that
   */
  void check(McpRequest<?> request, ServerInfo server);

  /**
   * What a server's tools have to be called as.
   *
   * @param learned what its lists said
   */
  TaskSupport taskSupport(TaskSupport learned, ServerInfo server);

  /** The request as it travels. */
  Outbound encode(RequestId id, McpRequest<?> request, CallContext context);

  /**
   * What a response says.
   *
   * @param context that the request was encoded with
   * @throws io.mcpbridge.error.McpHeaderMismatchException if the server found that the headers
   *     contradict the body
   * @throws io.mcpbridge.error.McpErrorResponseException if it is an error
   * @throws io.mcpbridge.error.McpProtocolException if it is not what the request is answered with
   */
  <R extends McpResult> Reply<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context);

  /**
   * Whether a refusal makes one doubt that the server still speaks this family of revisions, so
   * that it should be found out again, once. In a session it tells so by itself.
   */
  default boolean isDoubtedFor(McpException refusal) {
    return false;
  }

  /** What tells a server that a request is no longer wanted, where the stream does not tell it. */
  Outbound cancellation(RequestId id, String reason);

  /**
   * The answer to something that the server asks; {@code null} where it may not ask at all. Blocks
   * as long as the answerer does.
   */
  @Nullable Outbound answer(JsonRpcRequest request, ClientIdentity client, InputAnswerer inputs);

  /**
   * What tells a server to log from this level on; {@code null} where that travels with each
   * request.
   */
  @Nullable SetLevelRequest setLevel(LoggingLevel level);

  /**
   * How a server can be listened to that was greeted on this channel.
   *
   * @param ids of requests on this channel, none given out twice
   * @param threads read what comes where the transport does not deliver by itself
   */
  NewsService news(
      Channel channel,
      ServerInfo server,
      ClientIdentity client,
      Supplier<RequestId> ids,
      Executor threads);

  /** What tells a server that the roots have changed; {@code null} where nothing does. */
  @Nullable Outbound rootsChanged();
}
