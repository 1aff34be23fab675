package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.internal.server.Conversation;
import org.jspecify.annotations.Nullable;

/** The event ids of one stream. They name the stream, and are unique in the server. */
final class EventIds implements ServerEventStream.EventIdSource {

  private final ResumableHttpStreams streams;
  private final String name;
  private final Conversation owner;
  private final StreamResumability streamResumability;
  private volatile @Nullable ServerEventStream stream;
  private int last;

  EventIds(
      ResumableHttpStreams streams,
      String name,
      Conversation owner,
      StreamResumability streamResumability) {
    this.streams = streams;
    this.name = name;
    this.owner = owner;
    this.streamResumability = streamResumability;
  }

  /** The stream name in an event id, whether the stream exists or not. */
  static String streamOf(String eventId) {
    return eventId.substring(0, Math.max(0, eventId.lastIndexOf('-')));
  }

  String name() {
    return name;
  }

  @Override
  public synchronized String next() {
    return name + "-" + ++last;
  }

  synchronized boolean hasIssued(String eventId) {
    for (int i = 1; i <= last; i++) {
      if (eventId.equals(name + "-" + i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void open(ServerEventStream opened) {
    stream = opened;
    streams.add(this);
    String retry = streamResumability.retry();
    if (streamResumability.primes()) {
      opened.prime(next(), retry);
    } else if (retry != null) {
      opened.retry(retry);
    }
  }

  /** The stream, once it has started. */
  @Nullable ServerEventStream stream() {
    return stream;
  }

  /** Whether a client may resume this stream in this conversation. */
  boolean belongTo(Conversation conversation) {
    String session = owner.sessionId();
    return session == null || session.equals(conversation.sessionId());
  }
}
