package io.mcpbridge.client;

import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the connection, which is opened on first need. A server that forgot the session did not
 * run the request (2025-11-25, session management), so a new session is begun and the request made
 * once more.
 */
final class SessionRenewal implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(SessionRenewal.class);

  private final ActiveCall call;
  private final Connector connector;

  SessionRenewal(ActiveCall call, Connector connector) {
    this.call = call;
    this.connector = connector;
  }

  @Override
  public McpResult intercept(Chain chain) {
    call.refuseIfCancelled();
    Connection chosen = connector.connection(call.deadline());
    call.on(chosen);
    try {
      return chain.proceed(chain.request());
    } catch (McpSessionLostException lost) {
      log.debug("Server \"{}\" forgot the session; beginning a new one", chain.server());
      connector.retire(chosen);
      call.on(connector.connection(call.deadline()));
      return chain.proceed(chain.request());
    }
  }
}
