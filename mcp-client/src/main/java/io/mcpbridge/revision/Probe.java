package io.mcpbridge.revision;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
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
  record Found(Channel channel, Verdict verdict, Greeting.Welcome welcome) {}

  /**
   * Opens a channel and probes the server.
   *
   * @throws McpException if the result is inconclusive or no revision is in common; the channel is
   *     closed then
   */
  Found begin(Deadline deadline) {
    if (!transport.carries(stateless.channelMode())) {
      return beginSession(deadline);
    }
    Channel channel = transport.open(stateless.channelMode(), ChannelListener.none(), deadline);
    @Nullable Duration patience = transport.silenceIsAnAnswerAfter().orElse(null);
    return Unfinished.closedOnFailure(
        channel,
        () ->
            patience == null
                ? decide(channel, discover(channel, deadline), deadline)
                : discoverProcess(channel, halfOf(deadline, patience), deadline));
  }

  /** For transports that support only sessions. */
  private Found beginSession(Deadline deadline) {
    Channel channel =
        transport.open(
            Revisions.newestInitialize().channelMode(), ChannelListener.none(), deadline);
    Greeting.Declined not = new Greeting.Unknown("not asked over this transport", null);
    return Unfinished.closedOnFailure(channel, () -> initialize(channel, not, deadline));
  }

  /** For transports where a missing response is inconclusive. */
  private Greeting discover(Channel channel, Deadline deadline) {
    try {
      return stateless.greet(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException refusal) {
      return unknown(refusal);
    }
  }

  private Found discoverProcess(Channel channel, Deadline answerBy, Deadline deadline) {
    try (Question discover = stateless.ask(channel, client, answerBy)) {
      Greeting greeting;
      try {
        greeting = stateless.understand(discover.answer(answerBy), channel, client, answerBy);
      } catch (McpHttpStatusException | McpProtocolException refusal) {
        greeting = unknown(refusal);
      } catch (McpTimeoutException silence) {
        if (deadline.hasPassed()) {
          throw silence;
        }
        return initializeMeanwhile(discover, channel, silence, deadline);
      }
      return decide(channel, greeting, deadline);
    } catch (McpConnectionLostException | McpConnectException exit) {
      // Some servers exit on a request before initialize; restart them and send initialize.
      if (channel.isOpen()) {
        throw exit;
      }
      return restart(exit, deadline);
    }
  }

  private static Greeting unknown(McpException refusal) {
    if (!RefusalEvidence.isWorthInitializing(refusal)) {
      throw refusal;
    }
    return new Greeting.Unknown(refusal.reason(), refusal);
  }

  /** Leaves enough of the deadline for the second request. */
  private static Deadline halfOf(Deadline deadline, Duration patience) {
    Duration half = Duration.ofNanos(Math.max(0, deadline.remainingNanos() / 2));
    return Deadline.after(half.compareTo(patience) < 0 ? half : patience);
  }

  /**
   * No response suggests the initialize era, but a slow start looks the same. Both requests stay
   * open: a late response to the first counts, regardless of the second.
   */
  private Found initializeMeanwhile(
      Question discover, Channel channel, McpTimeoutException silence, Deadline deadline) {
    Greeting.Unknown silent = new Greeting.Unknown("no answer to server/discover", silence);
    InitializeRevision revision = Revisions.newestInitialize();
    beginToInitialize(channel, revision, silent);
    try (Question initialize = revision.ask(channel, client, deadline)) {
      Question.awaitEither(discover, initialize, deadline);
      if (discover.isAnswered()) {
        channel.speak(stateless.channelMode());
        Greeting late = stateless.understand(discover.answer(deadline), channel, client, deadline);
        if (late instanceof Greeting.Welcome welcome) {
          log.debug("{} has answered server/discover after all", transport.address());
          return new Found(channel, new Verdict(stateless, false), welcome);
        }
        channel.speak(revision.channelMode());
      }
      Greeting greeting =
          revision.understand(initialize.answer(deadline), channel, client, deadline);
      return initialized(channel, greeting, silent, deadline);
    }
  }

  private Found restart(McpException exit, Deadline deadline) {
    log.debug("{} ended on server/discover; starting it again", transport.address());
    Channel channel =
        transport.open(
            Revisions.newestInitialize().channelMode(), ChannelListener.none(), deadline);
    return Unfinished.closedOnFailure(
        channel, () -> initialize(channel, new Greeting.Unknown(exit.reason(), exit), deadline));
  }

  private Found decide(Channel channel, Greeting greeting, Deadline deadline) {
    return greeting instanceof Greeting.Declined declined
        ? initialize(channel, declined, deadline)
        : new Found(channel, new Verdict(stateless, false), (Greeting.Welcome) greeting);
  }

  private Found initialize(Channel channel, Greeting.Declined declined, Deadline deadline) {
    Revision revision =
        declined instanceof Greeting.Elsewhere elsewhere
            ? elsewhere.revision()
            : Revisions.newestInitialize();
    beginToInitialize(channel, revision, declined);
    Greeting greeting;
    try {
      greeting = revision.greet(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException e) {
      if (declined instanceof Greeting.Unknown unknown && unknown.failure() != null) {
        e.addSuppressed(unknown.failure());
      }
      if (!RefusalEvidence.isOfTransport(e)) {
        throw e;
      }
      return overPredecessor(channel, revision, e, deadline);
    }
    return greeting instanceof Greeting.Unknown unknown
        ? overPredecessor(channel, revision, neither(declined, unknown), deadline)
        : initialized(channel, greeting, declined, deadline);
  }

  private Found overPredecessor(
      Channel channel, Revision revision, McpException refusal, Deadline deadline) {
    Found found = new Predecessor(transport, client).greet(revision, refusal, deadline);
    channel.retire();
    return found;
  }

  private void beginToInitialize(Channel channel, Revision revision, Greeting.Declined declined) {
    log.debug("{} is asked to initialize, since: {}", transport.address(), declined.evidence());
    channel.speak(revision.channelMode());
  }

  /**
   * A response to initialize may reveal a server of the stateless era; discover is sent again then.
   */
  private Found initialized(
      Channel channel, Greeting greeting, Greeting.Declined before, Deadline deadline) {
    if (greeting instanceof Greeting.Welcome welcome) {
      return new Found(channel, new Verdict(Revisions.newestInitialize(), false), welcome);
    }
    if (greeting instanceof Greeting.Elsewhere elsewhere) {
      channel.speak(elsewhere.revision().channelMode());
      if (elsewhere.revision().greet(channel, client, deadline)
          instanceof Greeting.Welcome welcome) {
        return new Found(channel, new Verdict(stateless, false), welcome);
      }
    }
    throw neither(before, (Greeting.Declined) greeting);
  }

  private static McpException neither(Greeting.Declined before, Greeting.Declined greeting) {
    return new McpUnsupportedVersionException(
        "the server answers neither server/discover ("
            + before.evidence()
            + ") nor initialize ("
            + greeting.evidence()
            + "): is this the address of an MCP server?",
        List.of());
  }
}
