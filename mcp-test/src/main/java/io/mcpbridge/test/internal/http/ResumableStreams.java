package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.exchange.StreamResumability;
import io.mcpbridge.test.internal.server.Conversation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The streams that a client can resume by an event id. */
final class ResumableStreams {

  private final Map<String, EventIds> idsByStream = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();

  /** A stream that has not started yet. */
  ServerEventStream open(
      HttpReply reply,
      SseFormat format,
      Conversation owner,
      StreamResumability streamResumability) {
    String name = "stream-" + number.incrementAndGet();
    return new ServerEventStream(
        reply, format, new EventIds(this, name, owner, streamResumability));
  }

  void add(EventIds ids) {
    idsByStream.put(ids.name(), ids);
  }

  /** The ids of the stream that sent this event; {@code null} if it was never sent. */
  @Nullable EventIds find(String eventId) {
    EventIds ids = idsByStream.get(EventIds.streamOf(eventId));
    return ids != null && ids.hasIssued(eventId) ? ids : null;
  }
}
