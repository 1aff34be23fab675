package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.message.RequestIds;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.SubscriptionService;
import io.mcpbridge.internal.revision.TaskSupport;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.negotiation.NegotiatedChannel;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;
import java.util.concurrent.Executor;

/** A negotiated connection and its request ids, which are never reused on it (2025-11-25, base). */
public final class Connection {

  private final NegotiatedChannel negotiatedChannel;
  private final InboundHandler inboundHandler;
  private final ParamHeaders paramHeaders;
  private final SubscriptionService subscriptionService;
  private final TaskSupport taskSupport;
  private final SessionLogLevelState level = new SessionLogLevelState();
  private volatile boolean retired;
  private final RequestIds ids = RequestIds.ofConnection();
  private volatile boolean eraConfirmed;

  /**
   * @param inboundHandler handles the channel's inbound messages
   * @param learned tool definitions, for servers that want arguments as headers
   * @param tasks tools that must be called as tasks, for servers with tasks
   * @param threads read the notification stream if the transport does not push messages
   */
  public Connection(
      NegotiatedChannel negotiatedChannel,
      InboundHandler inboundHandler,
      ParamHeaders learned,
      TaskSupport tasks,
      ClientIdentity client,
      Executor threads) {
    this.negotiatedChannel = negotiatedChannel;
    this.inboundHandler = inboundHandler;
    this.taskSupport = negotiatedChannel.revision().taskSupport(tasks, negotiatedChannel.server());
    this.subscriptionService =
        negotiatedChannel
            .revision()
            .subscriptions(
                negotiatedChannel.channel(),
                negotiatedChannel.server(),
                client,
                this::nextId,
                threads);
    this.eraConfirmed = !negotiatedChannel.channel().mayReachAnotherServer();
    this.paramHeaders =
        negotiatedChannel.channel().carriesHeaders() ? learned : ParamHeaders.none();
  }

  public Channel channel() {
    return negotiatedChannel.channel();
  }

  public Revision revision() {
    return negotiatedChannel.revision();
  }

  public ServerInfo server() {
    return negotiatedChannel.server();
  }

  public InboundHandler inboundHandler() {
    return inboundHandler;
  }

  /** Takes no further calls; those in flight may complete. */
  void retire() {
    retired = true;
    channel().retire();
  }

  /**
   * Closes in bounded time; calls in flight fail, and handlers of server requests are interrupted.
   */
  void close() {
    retired = true;
    inboundHandler.close();
    channel().close();
  }

  /** Whether the client has given this connection up. */
  boolean isRetired() {
    return retired;
  }

  SubscriptionService subscriptionService() {
    return subscriptionService;
  }

  public ParamHeaders paramHeaders() {
    return paramHeaders;
  }

  public TaskSupport taskSupport() {
    return taskSupport;
  }

  /** The log level of the session, for revisions that have one. */
  public SessionLogLevelState level() {
    return level;
  }

  /** Whether the server declares the logging capability. */
  public boolean logs() {
    return server().offers("logging");
  }

  /** Whether this rejection is a reason to detect the server's revision again. */
  public boolean suggestsOtherEra(McpException refusal) {
    return !eraConfirmed && revision().suggestsOtherEra(refusal);
  }

  /** The server's revision was detected again and has not changed. */
  public void confirm() {
    eraConfirmed = true;
  }

  public RequestId nextId() {
    return ids.next();
  }
}
