package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.jsonrpc.RequestIds;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.revision.Acquaintance;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.revision.NewsService;
import io.mcpbridge.revision.ParamHeaders;
import io.mcpbridge.revision.Revision;
import io.mcpbridge.revision.TaskSupport;
import io.mcpbridge.transport.Channel;
import java.util.concurrent.Executor;

/** A negotiated connection and its request ids, which are never reused on it (2025-11-25, base). */
final class Connection {

  private final Acquaintance acquaintance;
  private final Incoming incoming;
  private final ParamHeaders paramHeaders;
  private final NewsService news;
  private final TaskSupport taskSupport;
  private final SessionLevel level = new SessionLevel();
  private volatile boolean givenUp;
  private final RequestIds ids = RequestIds.ofConnection();
  private volatile boolean certain;

  /**
   * @param incoming handles the channel's inbound messages
   * @param learned tool definitions, for servers that want arguments as headers
   * @param tasks tools that must be called as tasks, for servers with tasks
   * @param threads read the notification stream if the transport does not push messages
   */
  Connection(
      Acquaintance acquaintance,
      Incoming incoming,
      ParamHeaders learned,
      TaskSupport tasks,
      ClientIdentity client,
      Executor threads) {
    this.acquaintance = acquaintance;
    this.incoming = incoming;
    this.taskSupport = acquaintance.revision().taskSupport(tasks, acquaintance.server());
    this.news =
        acquaintance
            .revision()
            .news(acquaintance.channel(), acquaintance.server(), client, this::nextId, threads);
    this.certain = !acquaintance.channel().mayReachAnotherServer();
    this.paramHeaders = acquaintance.channel().carriesHeaders() ? learned : ParamHeaders.none();
  }

  Channel channel() {
    return acquaintance.channel();
  }

  Revision revision() {
    return acquaintance.revision();
  }

  ServerInfo server() {
    return acquaintance.server();
  }

  Incoming incoming() {
    return incoming;
  }

  /** Takes no further calls; those in flight may complete. */
  void retire() {
    givenUp = true;
    channel().retire();
  }

  /**
   * Closes in bounded time; calls in flight fail, and handlers of server requests are interrupted.
   */
  void close() {
    givenUp = true;
    incoming.close();
    channel().close();
  }

  /** Whether the client has given this connection up. */
  boolean isGivenUp() {
    return givenUp;
  }

  NewsService news() {
    return news;
  }

  ParamHeaders paramHeaders() {
    return paramHeaders;
  }

  TaskSupport taskSupport() {
    return taskSupport;
  }

  /** The log level of the session, for revisions that have one. */
  SessionLevel level() {
    return level;
  }

  /** Whether the server declares the logging capability. */
  boolean logs() {
    return server().offers("logging");
  }

  /** Whether this rejection is a reason to detect the server's revision again. */
  boolean isDoubtedFor(McpException refusal) {
    return !certain && revision().isDoubtedFor(refusal);
  }

  /** The server's revision was detected again and has not changed. */
  void confirm() {
    certain = true;
  }

  RequestId nextId() {
    return ids.next();
  }
}
