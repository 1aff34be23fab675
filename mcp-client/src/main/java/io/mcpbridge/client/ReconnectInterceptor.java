package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.model.McpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the connection, opening it on first use. Retries a request that provably did not run on a
 * new connection: the server lost the session (2025-11-25, session management), no longer speaks
 * the negotiated revision, or the connection ended before the request was sent. After a rejection
 * typical of a server of the other era, detects the era again, once.
 */
final class ReconnectInterceptor implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(ReconnectInterceptor.class);

  private final ActiveCall call;
  private final Connector connector;

  private final NotificationDispatcher notificationDispatcher;

  ReconnectInterceptor(
      ActiveCall call, Connector connector, NotificationDispatcher notificationDispatcher) {
    this.call = call;
    this.connector = connector;
    this.notificationDispatcher = notificationDispatcher;
  }

  @Override
  public McpResult intercept(Chain chain) {
    call.refuseIfCancelled();
    Connection resumed = call.resumesOn();
    boolean sentBefore = resumed == null && call.isSent();
    call.answered(false);
    Connection chosen = resumed == null ? connector.connection(call.deadline()) : resumed;
    call.on(chosen);
    try {
      return chain.proceed(chain.request());
    } catch (McpSessionLostException
        | McpUnsupportedVersionException
        | McpConnectException notRun) {
      call.sent(sentBefore);
      if (notRun instanceof McpConnectException && chosen.channel().isOpen()) {
        throw notRun;
      }
      greetAnew(chain, chosen, notRun);
      return chain.proceed(chain.request());
    } catch (McpException refusal) {
      if (call.isAnswered() || !chosen.isDoubtedFor(refusal)) {
        throw refusal;
      }
      return ifItSpeaksSomethingElse(chain, chosen, refusal);
    }
  }

  private Connection greetAnew(Chain chain, Connection before, McpException why) {
    log.debug("Reconnecting to server \"{}\": {}", chain.server(), why.reason());
    connector.retire(before);
    Connection found = connector.connection(call.deadline());
    call.on(found);
    notificationDispatcher.greetedAnew();
    return found;
  }

  /**
   * The server may have been replaced by one of the older era, which rejects requests without a
   * session. If its era has not changed, the rejection stands.
   */
  private McpResult ifItSpeaksSomethingElse(Chain chain, Connection before, McpException refusal) {
    Connection found;
    try {
      found = greetAnew(chain, before, refusal);
    } catch (McpException e) {
      refusal.addSuppressed(e);
      throw refusal;
    }
    if (found.revision().channelMode() == before.revision().channelMode()) {
      found.confirm();
      throw refusal;
    }
    return chain.proceed(chain.request());
  }
}
