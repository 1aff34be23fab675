package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.revision.Acquaintance;
import io.mcpbridge.revision.ParamHeaders;
import io.mcpbridge.revision.Revision;
import io.mcpbridge.transport.Channel;
import java.util.concurrent.atomic.AtomicLong;

/** A greeted server, and the ids used with it: never twice on one connection (2025-11-25, base). */
final class Connection {

  private final Acquaintance acquaintance;
  private final ParamHeaders paramHeaders;
  private final AtomicLong lastId = new AtomicLong();

  /**
   * @param learned what is known of the server's tools, should its headers travel
   */
  Connection(Acquaintance acquaintance, ParamHeaders learned) {
    this.acquaintance = acquaintance;
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

  ParamHeaders paramHeaders() {
    return paramHeaders;
  }

  RequestId nextId() {
    return RequestId.of(lastId.incrementAndGet());
  }
}
