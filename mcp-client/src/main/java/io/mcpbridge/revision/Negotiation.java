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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which revision a server speaks (2026-07-28, versioning, compatibility matrix; stdio and
 * Streamable HTTP, backward compatibility): {@code server/discover} first, because it is read-only
 * and only a server of the stateless era can answer it rightly; then {@code initialize}. What was
 * found is remembered.
 */
public final class Negotiation {

  private static final Logger log = LoggerFactory.getLogger(Negotiation.class);

  private final Transport transport;
  private final ChannelListener listener;
  private final ClientIdentity client;
  private final RevisionMemory memory;
  private final @Nullable Revision pinned;

  /**
   * @param pinned the only revision to speak, or {@code null} to find out
   */
  public Negotiation(
      Transport transport,
      ChannelListener listener,
      ClientIdentity client,
      RevisionMemory memory,
      @Nullable Revision pinned) {
    this.transport = transport;
    this.listener = listener;
    this.client = client;
    this.memory = memory;
    this.pinned = pinned;
  }

  /**
   * Opens a channel and greets the server. Blocks the calling thread.
   *
   * @throws McpException if there is no way to the server or no revision in common; nothing stays
   *     open then
   */
  public Acquaintance begin(Deadline deadline) {
    if (pinned != null) {
      return insist(pinned, deadline);
    }
    Revision known = memory.recall(transport.address());
    if (known == null) {
      return probe(deadline);
    }
    Acquaintance again = tryOnce(known, deadline);
    if (again != null) {
      return again;
    }
    // What was remembered is no longer true: the server was replaced by one of another era.
    memory.forget(transport.address());
    return probe(deadline);
  }

  private Acquaintance insist(Revision revision, Deadline deadline) {
    Channel channel = transport.open(revision.channelMode(), listener, deadline);
    return closingOnFailure(
        channel,
        () -> {
          Greeting greeting = revision.greet(channel, client, deadline);
          if (greeting instanceof Greeting.Welcome welcome) {
            return welcomed(channel, revision, welcome);
          }
          throw new McpUnsupportedVersionException(
              "the server does not speak "
                  + revision.version()
                  + ": "
                  + ((Greeting.Unknown) greeting).evidence()
                  + "; remove the setting protocol-version to find out what it speaks",
              List.of());
        });
  }

  private @Nullable Acquaintance tryOnce(Revision revision, Deadline deadline) {
    Channel channel = transport.open(revision.channelMode(), listener, deadline);
    return closingOnFailure(
        channel,
        () -> {
          Greeting greeting;
          try {
            greeting = revision.greet(channel, client, deadline);
          } catch (McpHttpStatusException | McpProtocolException e) {
            if (!RefusalEvidence.isEraEvidence(e)) {
              throw e;
            }
            greeting = new Greeting.Unknown(e.reason());
          }
          if (greeting instanceof Greeting.Welcome welcome) {
            return welcomed(channel, revision, welcome);
          }
          channel.close();
          return null;
        });
  }

  private Acquaintance probe(Deadline deadline) {
    Revision stateless = Revisions.newestStateless();
    Channel channel = transport.open(stateless.channelMode(), listener, deadline);
    return closingOnFailure(channel, () -> probe(channel, stateless, deadline));
  }

  private Acquaintance probe(Channel channel, Revision stateless, Deadline deadline) {
    @Nullable Duration patience = transport.silenceIsAnAnswerAfter().orElse(null);
    Deadline answerBy = patience == null ? deadline : halfOf(deadline, patience);
    try {
      Greeting greeting = stateless.greet(channel, client, answerBy);
      if (greeting instanceof Greeting.Welcome welcome) {
        return welcomed(channel, stateless, welcome);
      }
      return initialize(channel, ((Greeting.Unknown) greeting).evidence(), null, deadline);
    } catch (McpTimeoutException silence) {
      if (patience == null || deadline.hasPassed()) {
        throw silence;
      }
      return initialize(channel, "no answer to server/discover", silence, deadline);
    } catch (McpConnectionLostException | McpConnectException exit) {
      // Some servers exit on a question before initialize; a restarted one is asked the old way.
      if (patience == null || channel.isOpen()) {
        throw exit;
      }
      return restart(exit, deadline);
    } catch (McpHttpStatusException | McpProtocolException refusal) {
      if (!RefusalEvidence.isWorthInitializing(refusal)) {
        throw refusal;
      }
      return initialize(channel, refusal.reason(), refusal, deadline);
    }
  }

  /** Silence has to be noticed while there is time left to ask the other question. */
  private static Deadline halfOf(Deadline deadline, Duration patience) {
    Duration half = Duration.ofNanos(Math.max(0, deadline.remainingNanos() / 2));
    return Deadline.after(half.compareTo(patience) < 0 ? half : patience);
  }

  private Acquaintance restart(McpException exit, Deadline deadline) {
    Revision revision = Revisions.newestInitialize();
    log.debug("{} ended on server/discover; starting it again", transport.address());
    Channel channel = transport.open(revision.channelMode(), listener, deadline);
    return closingOnFailure(channel, () -> initialize(channel, exit.reason(), exit, deadline));
  }

  /**
   * @param probeFailure what to report if {@code initialize} does not help either
   */
  private Acquaintance initialize(
      Channel probed, String evidence, @Nullable McpException probeFailure, Deadline deadline) {
    Revision revision = Revisions.newestInitialize();
    log.debug("{} is asked to initialize, since: {}", transport.address(), evidence);
    Channel channel = probed.inMode(revision.channelMode());
    Greeting greeting;
    try {
      greeting = revision.greet(channel, client, deadline);
    } catch (McpHttpStatusException | McpProtocolException e) {
      if (probeFailure != null) {
        e.addSuppressed(probeFailure);
      }
      throw e;
    }
    if (greeting instanceof Greeting.Welcome welcome) {
      return welcomed(channel, revision, welcome);
    }
    throw new McpUnsupportedVersionException(
        "the server answers neither server/discover ("
            + evidence
            + ") nor initialize ("
            + ((Greeting.Unknown) greeting).evidence()
            + "): is this the address of an MCP server?",
        List.of());
  }

  /**
   * Remembers what was asked for, not what was agreed on: a server that learns more is asked it.
   */
  private Acquaintance welcomed(Channel channel, Revision asked, Greeting.Welcome welcome) {
    memory.remember(transport.address(), asked);
    return new Acquaintance(channel, welcome.revision(), welcome.server());
  }

  private static <T extends @Nullable Object> T closingOnFailure(
      Channel channel, Supplier<T> work) {
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        channel.close();
      }
    }
  }
}
