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

/** A greeted server, and the ids used with it: never twice on one connection (2025-11-25, base). */
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
   * @param incoming hears what comes on its channel without being asked
   * @param learned what is known of the server's tools, should its headers travel
   * @param tasks which tools have to be called as tasks, should the server offer tasks
   * @param threads read news where the transport does not deliver them by itself
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

  /** What comes on the channel without being asked. */
  Incoming incoming() {
    return incoming;
  }

  /** Takes no further call; those under way may come to their end. */
  void retire() {
    givenUp = true;
    channel().retire();
  }

  /** Ends in bounded time; calls under way fail, and what the server asks is not asked further. */
  void close() {
    givenUp = true;
    incoming.close();
    channel().close();
  }

  /** Whether it is no longer the connection of its client. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** How the server is listened to. */
  NewsService news() {
    return news;
  }

  ParamHeaders paramHeaders() {
    return paramHeaders;
  }

  TaskSupport taskSupport() {
    return taskSupport;
  }

  /** From which level on the server logs, where that is a matter of the session. */
  SessionLevel level() {
    return level;
  }

  /** Whether the server writes to its client's log at all. */
  boolean logs() {
    return server().offers("logging");
  }

  /** Whether a refusal is a reason to find out once more what the server speaks. */
  boolean isDoubtedFor(McpException refusal) {
    return !certain && revision().isDoubtedFor(refusal);
  }

  /** It was found out once more, and is as it was. */
  void confirm() {
    certain = true;
  }

  RequestId nextId() {
    return ids.next();
  }
}
