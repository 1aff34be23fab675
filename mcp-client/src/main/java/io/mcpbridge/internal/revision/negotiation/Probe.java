package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.revision.HandshakeExchange;
import io.mcpbridge.internal.revision.HandshakeResult;
import io.mcpbridge.internal.revision.InitializeRevision;
import io.mcpbridge.internal.revision.RefusalEvidence;
import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.StatelessRevision;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects a server's protocol era (2026-07-28, versioning, compatibility matrix; stdio and
 * Streamable HTTP, backward compatibility). Sends {@code server/discover} first, because it is
 * read-only and only a server of the stateless era can answer it correctly; then {@code
 * initialize}.
 */
final class Probe {

  private static final Logger log = LoggerFactory.getLogger(Probe.class);

  private final Transport transport;
  private final ClientIdentity client;
  private final StatelessRevision stateless = Revisions.newestStateless();

  Probe(Transport transport, ClientIdentity client) {
    this.transport = transport;
    this.client = client;
  }

  /** A server with its detected revision. */
  record NegotiatedRevision(
      Channel channel, ProbeResult verdict, HandshakeResult.Accepted accepted) {}

  /**
   * Opens a channel and probes the server.
   *
   * @throws McpException if the result is inconclusive or no revision is in common; the channel is
   *     closed then
   */
  NegotiatedRevision begin(Deadline deadline) {
    if (!transport.carries(stateless.channelMode())) {
      return beginSession(deadline);
    }
    Channel channel = transport.open(stateless.channelMode(), ChannelListener.none(), deadline);
    @Nullable Duration probeTimeout = transport.probeTimeout().orElse(null);
    return PendingChannel.closedOnFailure(
        channel,
        () ->
            probeTimeout == null
                ? decide(channel, discover(channel, deadline), deadline)
                : discoverProcess(channel, halfOf(deadline, probeTimeout), deadline));
  }

  /** For transports that support only sessions. */
  private NegotiatedRevision beginSession(Deadline deadline) {
    Channel channel =
        transport.open(
            Revisions.newestInitialize().channelMode(), ChannelListener.none(), deadline);
    HandshakeResult.Rejected notSent =
        new HandshakeResult.MethodUnknown("not sent over this transport", null);
    return PendingChannel.closedOnFailure(channel, () -> initialize(channel, notSent, deadline));
  }

  /** For transports where a missing response is inconclusive. */
  private HandshakeResult discover(Channel channel, Deadline deadline) {
    try {
      return stateless.handshake(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException refusal) {
      return unknown(refusal);
    }
  }

  private NegotiatedRevision discoverProcess(
      Channel channel, Deadline answerBy, Deadline deadline) {
    try (HandshakeExchange discover = stateless.ask(channel, client, answerBy)) {
      HandshakeResult handshakeResult;
      try {
        handshakeResult = stateless.understand(discover.answer(), channel, client, answerBy);
      } catch (McpHttpStatusException | McpProtocolException refusal) {
        handshakeResult = unknown(refusal);
      } catch (McpTimeoutException silence) {
        if (deadline.hasPassed()) {
          throw silence;
        }
        return initializeMeanwhile(discover, channel, silence, deadline);
      }
      return decide(channel, handshakeResult, deadline);
    } catch (McpConnectionLostException | McpConnectException exit) {
      // Some servers exit on a request before initialize; restart them and send initialize.
      if (channel.isOpen()) {
        throw exit;
      }
      return restart(exit, deadline);
    }
  }

  private static HandshakeResult unknown(McpException refusal) {
    if (!RefusalEvidence.isWorthInitializing(refusal)) {
      throw refusal;
    }
    return new HandshakeResult.MethodUnknown(refusal.reason(), refusal);
  }

  /** Leaves enough of the deadline for the second request. */
  private static Deadline halfOf(Deadline deadline, Duration probeTimeout) {
    Duration half = Duration.ofNanos(Math.max(0, deadline.remainingNanos() / 2));
    return Deadline.after(half.compareTo(probeTimeout) < 0 ? half : probeTimeout);
  }

  /**
   * No response suggests the initialize era, but a slow start looks the same. Both requests stay
   * open: a late response to the first counts, regardless of the second.
   */
  private NegotiatedRevision initializeMeanwhile(
      HandshakeExchange discover, Channel channel, McpTimeoutException silence, Deadline deadline) {
    HandshakeResult.MethodUnknown silent =
        new HandshakeResult.MethodUnknown("no answer to server/discover", silence);
    InitializeRevision revision = Revisions.newestInitialize();
    beginToInitialize(channel, revision, silent);
    try (HandshakeExchange initialize = revision.ask(channel, client, deadline)) {
      initialize.awaitThisOr(discover);
      if (discover.isAnswered()) {
        channel.speak(stateless.channelMode());
        HandshakeResult late = stateless.understand(discover.answer(), channel, client, deadline);
        if (late instanceof HandshakeResult.Accepted accepted) {
          log.debug("{} answered server/discover late", transport.address());
          return new NegotiatedRevision(channel, new ProbeResult(stateless, false), accepted);
        }
        channel.speak(revision.channelMode());
      }
      HandshakeResult handshakeResult =
          revision.understand(initialize.answer(), channel, client, deadline);
      return initialized(channel, handshakeResult, silent, deadline);
    }
  }

  private NegotiatedRevision restart(McpException exit, Deadline deadline) {
    log.debug("{} exited on server/discover; restarting it", transport.address());
    Channel channel =
        transport.open(
            Revisions.newestInitialize().channelMode(), ChannelListener.none(), deadline);
    return PendingChannel.closedOnFailure(
        channel,
        () ->
            initialize(channel, new HandshakeResult.MethodUnknown(exit.reason(), exit), deadline));
  }

  private NegotiatedRevision decide(
      Channel channel, HandshakeResult handshakeResult, Deadline deadline) {
    return handshakeResult instanceof HandshakeResult.Rejected rejected
        ? initialize(channel, rejected, deadline)
        : new NegotiatedRevision(
            channel, new ProbeResult(stateless, false), (HandshakeResult.Accepted) handshakeResult);
  }

  private NegotiatedRevision initialize(
      Channel channel, HandshakeResult.Rejected rejected, Deadline deadline) {
    Revision revision =
        rejected instanceof HandshakeResult.OtherEra otherEra
            ? otherEra.revision()
            : Revisions.newestInitialize();
    beginToInitialize(channel, revision, rejected);
    HandshakeResult handshakeResult;
    try {
      handshakeResult = revision.handshake(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException e) {
      if (rejected instanceof HandshakeResult.MethodUnknown methodUnknown
          && methodUnknown.failure() != null) {
        e.addSuppressed(methodUnknown.failure());
      }
      if (!RefusalEvidence.isOfTransport(e)) {
        throw e;
      }
      return overLegacyTransport(channel, revision, e, deadline);
    }
    return handshakeResult instanceof HandshakeResult.MethodUnknown methodUnknown
        ? overLegacyTransport(channel, revision, bothRejected(rejected, methodUnknown), deadline)
        : initialized(channel, handshakeResult, rejected, deadline);
  }

  private NegotiatedRevision overLegacyTransport(
      Channel channel, Revision revision, McpException refusal, Deadline deadline) {
    NegotiatedRevision negotiatedRevision =
        new LegacyTransportFallback(transport, client).handshake(revision, refusal, deadline);
    channel.retire();
    return negotiatedRevision;
  }

  private void beginToInitialize(
      Channel channel, Revision revision, HandshakeResult.Rejected rejected) {
    log.debug("{}: falling back to initialize: {}", transport.address(), rejected.evidence());
    channel.speak(revision.channelMode());
  }

  /**
   * A response to initialize may reveal a server of the stateless era; discover is sent again then.
   */
  private NegotiatedRevision initialized(
      Channel channel,
      HandshakeResult handshakeResult,
      HandshakeResult.Rejected before,
      Deadline deadline) {
    if (handshakeResult instanceof HandshakeResult.Accepted accepted) {
      return new NegotiatedRevision(
          channel, new ProbeResult(Revisions.newestInitialize(), false), accepted);
    }
    if (handshakeResult instanceof HandshakeResult.OtherEra otherEra) {
      channel.speak(otherEra.revision().channelMode());
      if (otherEra.revision().handshake(channel, client, deadline)
          instanceof HandshakeResult.Accepted accepted) {
        return new NegotiatedRevision(channel, new ProbeResult(stateless, false), accepted);
      }
    }
    throw bothRejected(before, (HandshakeResult.Rejected) handshakeResult);
  }

  private static McpException bothRejected(
      HandshakeResult.Rejected before, HandshakeResult.Rejected greeting) {
    if (greeting instanceof HandshakeResult.MethodUnknown unknown
        && unknown.failure() instanceof McpErrorResponseException refusal
        && refusal.code() != JsonRpcError.METHOD_NOT_FOUND
        && !refusal.serverMessage().isBlank()) {
      return new McpUnsupportedVersionException(
          "the server says: "
              + ServerText.line(refusal.serverMessage())
              + " (error "
              + refusal.code()
              + " of initialize; server/discover: "
              + before.evidence()
              + ")",
          List.of(),
          refusal);
    }
    return new McpUnsupportedVersionException(
        "the server answers neither server/discover ("
            + before.evidence()
            + ") nor initialize ("
            + greeting.evidence()
            + "): is this the address of an MCP server?",
        List.of());
  }
}
