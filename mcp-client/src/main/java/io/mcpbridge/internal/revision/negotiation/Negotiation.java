package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.revision.HandshakeResult;
import io.mcpbridge.internal.revision.RefusalEvidence;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Negotiates the protocol revision with a server: the pinned one, the remembered one, or the one
 * that a {@link Probe} detects.
 */
public final class Negotiation {

  private final Transport transport;
  private final ClientIdentity client;
  private final RevisionCache memory;
  private final @Nullable Revision pinned;

  /**
   * @param transport attaches its own listeners to its channels; the negotiation expects no
   *     messages
   * @param pinned the only revision to use; {@code null} to detect it
   */
  public Negotiation(
      Transport transport, ClientIdentity client, RevisionCache memory, @Nullable Revision pinned) {
    this.transport = transport;
    this.client = client;
    this.memory = memory;
    this.pinned = pinned;
  }

  /**
   * Opens a channel and performs the handshake. Blocks the calling thread.
   *
   * @throws io.mcpbridge.error.McpException if the server is unreachable or supports no common
   *     revision; the channel is closed then
   */
  public NegotiatedChannel begin(Deadline deadline) {
    if (pinned != null) {
      return negotiatePinned(pinned, deadline);
    }
    boolean isOpen = transport.carries(Revisions.newestStateless().channelMode());
    NegotiatedChannel again = isOpen ? asRemembered(deadline) : null;
    if (again != null) {
      return again;
    }
    Probe.NegotiatedRevision negotiatedRevision = new Probe(transport, client).begin(deadline);
    if (isOpen) {
      // Remember the requested revision, not the negotiated one: an upgraded server is offered it
      // again.
      memory.remember(transport.address(), negotiatedRevision.verdict());
    }
    return remember(negotiatedRevision.channel(), negotiatedRevision.accepted());
  }

  private NegotiatedChannel negotiatePinned(Revision revision, Deadline deadline) {
    if (!transport.carries(revision.channelMode())) {
      throw unsupported(
          revision, "the transport to " + transport.address() + " does not carry that revision");
    }
    Channel channel = transport.open(revision.channelMode(), ChannelListener.none(), deadline);
    return PendingChannel.closedOnFailure(
        channel,
        () -> {
          HandshakeResult handshakeResult;
          try {
            handshakeResult = revision.handshake(channel, client, deadline);
          } catch (McpHttpStatusException | McpProtocolException refusal) {
            if (!RefusalEvidence.isOfTransport(refusal)) {
              throw refusal;
            }
            Probe.NegotiatedRevision negotiatedRevision =
                new LegacyTransportFallback(transport, client)
                    .handshake(revision, refusal, deadline);
            channel.retire();
            return remember(negotiatedRevision.channel(), negotiatedRevision.accepted());
          }
          if (handshakeResult instanceof HandshakeResult.Accepted accepted) {
            return remember(channel, accepted);
          }
          throw unsupported(revision, ((HandshakeResult.Rejected) handshakeResult).evidence());
        });
  }

  private static McpException unsupported(Revision revision, String evidence) {
    return new McpUnsupportedVersionException(
            "the server does not speak "
                + revision.version()
                + ": "
                + evidence
                + "; remove the setting protocolVersion to negotiate one that it speaks",
            List.of())
        .withSetting("ServerOptions.protocolVersion");
  }

  /**
   * Performs the handshake of the remembered era; {@code null} if the era has to be detected
   * (again). The memory may be outdated: the server may have been replaced by one of another era.
   */
  private @Nullable NegotiatedChannel asRemembered(Deadline deadline) {
    ProbeResult remembered = memory.recall(transport.address());
    if (remembered == null || remembered.revision() == Revisions.newestStateless()) {
      // Detection starts with the handshake of the stateless era anyway.
      return null;
    }
    Revision revision = remembered.revision();
    Channel channel =
        remembered
            .transport(transport)
            .open(revision.channelMode(), ChannelListener.none(), deadline);
    return PendingChannel.closedOnFailure(
        channel,
        () -> {
          if (repeatHandshake(channel, revision, deadline)
              instanceof HandshakeResult.Accepted accepted) {
            return remember(channel, accepted);
          }
          memory.forget(transport.address());
          channel.retire();
          return null;
        });
  }

  private HandshakeResult repeatHandshake(Channel channel, Revision revision, Deadline deadline) {
    try {
      return revision.handshake(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException refusal) {
      if (!RefusalEvidence.isEraEvidence(refusal)) {
        throw refusal;
      }
      return new HandshakeResult.MethodUnknown(refusal.reason(), refusal);
    } catch (McpConnectionLostException | McpTimeoutException inconclusive) {
      // Proves nothing, but the next attempt should detect the era again.
      memory.forget(transport.address());
      throw inconclusive;
    }
  }

  private static NegotiatedChannel remember(Channel channel, HandshakeResult.Accepted accepted) {
    return new NegotiatedChannel(channel, accepted.revision(), accepted.server());
  }
}
