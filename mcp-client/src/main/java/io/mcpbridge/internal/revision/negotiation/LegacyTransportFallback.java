package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.revision.HandshakeResult;
import io.mcpbridge.internal.revision.RefusalEvidence;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Falls back to the legacy transport for servers that support nothing newer (2025-11-25,
 * transports, backwards compatibility).
 */
final class LegacyTransportFallback {

  private static final Logger log = LoggerFactory.getLogger(LegacyTransportFallback.class);

  private final Transport transport;
  private final ClientIdentity client;

  LegacyTransportFallback(Transport transport, ClientIdentity client) {
    this.transport = transport;
    this.client = client;
  }

  /**
   * Performs the handshake over the legacy transport after it failed over the configured one.
   *
   * @param refusal the failure of the configured transport
   * @throws McpException {@code refusal} if there is no legacy transport or the server does not
   *     support it either; otherwise the failure of the legacy transport. The channel is closed
   *     then
   */
  Probe.NegotiatedRevision handshake(Revision revision, McpException refusal, Deadline deadline) {
    Transport before =
        transport.legacyTransport().filter(t -> t.carries(revision.channelMode())).orElse(null);
    if (before == null) {
      throw refusal;
    }
    log.debug(
        "{}: falling back to the HTTP+SSE transport: {}", transport.address(), refusal.reason());
    Channel channel = before.open(revision.channelMode(), ChannelListener.none(), deadline);
    return PendingChannel.closedOnFailure(
        channel,
        () ->
            new Probe.NegotiatedRevision(
                channel,
                new ProbeResult(revision, true),
                accepted(channel, revision, refusal, deadline)));
  }

  private HandshakeResult.Accepted accepted(
      Channel channel, Revision revision, McpException refusal, Deadline deadline) {
    HandshakeResult handshakeResult;
    try {
      handshakeResult = revision.handshake(channel, client, deadline);
    } catch (McpException failure) {
      throw moreInformative(channel, refusal, failure);
    }
    if (handshakeResult instanceof HandshakeResult.Accepted accepted) {
      return accepted;
    }
    McpException declined =
        new McpUnsupportedVersionException(
            "the server uses the HTTP+SSE transport, and does not speak "
                + revision.version()
                + " over it: "
                + ((HandshakeResult.Rejected) handshakeResult).evidence(),
            List.of());
    declined.addSuppressed(refusal);
    throw declined;
  }

  /**
   * If the server does not support the legacy transport either, the first failure is the relevant
   * one.
   */
  private static McpException moreInformative(
      Channel channel, McpException refusal, McpException failure) {
    boolean isUnknown =
        failure instanceof McpTimeoutException || RefusalEvidence.isOfTransport(failure);
    McpException reported = isUnknown && !channel.isOpen() ? refusal : failure;
    reported.addSuppressed(reported == refusal ? failure : refusal);
    return reported;
  }
}
