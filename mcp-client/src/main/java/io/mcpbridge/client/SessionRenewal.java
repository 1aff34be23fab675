package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the connection, which is opened on first need. A request that provably did not run is
 * made once more on a new connection: the server forgot the session (2025-11-25, session
 * management), it no longer speaks the revision that was agreed on, or the connection ended before
 * the request was sent.
 */
final class SessionRenewal implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(SessionRenewal.class);

  private final ActiveCall call;
  private final Connector connector;

  private final Inbox inbox;

  SessionRenewal(ActiveCall call, Connector connector, Inbox inbox) {
    this.call = call;
    this.connector = connector;
    this.inbox = inbox;
  }

  @Override
  public McpResult intercept(Chain chain) {
    call.refuseIfCancelled();
    Connection chosen = connector.connection(call.deadline());
    call.on(chosen);
    try {
      return chain.proceed(chain.request());
    } catch (McpSessionLostException
        | McpUnsupportedVersionException
        | McpConnectException notRun) {
      if (notRun instanceof McpConnectException && chosen.channel().isOpen()) {
        throw notRun;
      }
      log.debug("Server \"{}\" is greeted anew, since: {}", chain.server(), notRun.reason());
      connector.retire(chosen);
      call.on(connector.connection(call.deadline()));
      inbox.greetedAnew();
      return chain.proceed(chain.request());
    }
  }
}
