package io.mcpbridge.internal.client;

import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.Connector;
import io.mcpbridge.internal.client.connection.NotificationDispatcher;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the connection, opening it on first use. Retries a request that provably did not run on a
 * new connection: the server lost the session (2025-11-25, session management), no longer speaks
 * the negotiated revision, or the connection ended before the request was sent. After a rejection
 * typical of a server of the other era, detects the era again, once.
 */
final class ReconnectStep implements PipelineStep<ClientCall> {

  private static final Logger log = LoggerFactory.getLogger(ReconnectStep.class);

  private static final StepField<Round> ROUND = new StepField<>();

  /**
   * A round of the call.
   *
   * @param reconnectReason the failure because of which it is repeated on another connection;
   *     {@code null} on the first one
   */
  private record Round(@Nullable McpException reconnectReason) {

    static final Round FIRST = new Round(null);
  }

  private final Connector connector;
  private final NotificationDispatcher notificationDispatcher;

  ReconnectStep(Connector connector, NotificationDispatcher notificationDispatcher) {
    this.connector = connector;
    this.notificationDispatcher = notificationDispatcher;
  }

  @Override
  public Next before(ClientCall call) {
    Round round = ROUND.get(call);
    McpException reason = round == null ? null : round.reconnectReason;
    if (reason == null) {
      call.refuseIfCancelled();
      call.beginRound(connector.connection(call.deadline()));
      ROUND.set(call, Round.FIRST);
    } else if (didNotRun(reason)) {
      reconnect(call, reason);
    } else {
      renegotiate(call, reason);
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    Round round = ROUND.get(call);
    boolean mayReconnect = round != null && round.reconnectReason == null;
    ROUND.set(call, null);
    if (!mayReconnect || !(call.failure() instanceof McpException failure)) {
      return Next.RETURN;
    }
    Connection on = call.connection();
    if (didNotRun(failure)) {
      if (failure instanceof McpConnectException && on.channel().isOpen()) {
        return Next.RETURN;
      }
    } else if (call.attempts().current() == Delivery.ANSWERED || !on.suggestsOtherEra(failure)) {
      return Next.RETURN;
    }
    ROUND.set(call, new Round(failure));
    return Next.AGAIN;
  }

  private static boolean didNotRun(McpException failure) {
    return failure instanceof McpSessionLostException
        || failure instanceof McpUnsupportedVersionException
        || failure instanceof McpConnectException;
  }

  private void reconnect(ClientCall call, McpException reason) {
    log.debug("Reconnecting to server \"{}\": {}", call.settings().name(), reason.reason());
    connector.retire(call.connection());
    call.on(connector.connection(call.deadline()));
    notificationDispatcher.reconnected(reason);
  }

  /**
   * The server may have been replaced by one of the older era, which rejects requests without a
   * session. If its era has not changed, the rejection stands.
   */
  private void renegotiate(ClientCall call, McpException refusal) {
    Connection before = call.connection();
    try {
      reconnect(call, refusal);
    } catch (McpException e) {
      refusal.addSuppressed(e);
      throw refusal;
    }
    Connection after = call.connection();
    if (after.revision().channelMode() == before.revision().channelMode()) {
      after.confirm();
      throw refusal;
    }
  }
}
