package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.server.Conversation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Streams that a client can resume by an event id. */
final class ResumableHttpStreams extends HttpStreams {

  private final StreamableHttpEndpoint endpoint;
  private final StreamResumability resumability;
  private final Map<String, EventIds> idsByStream = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();

  ResumableHttpStreams(StreamableHttpEndpoint endpoint, StreamResumability resumability) {
    super(endpoint);
    this.endpoint = endpoint;
    this.resumability = resumability;
  }

  @Override
  ServerEventStream open(HttpReply reply, Conversation conversation, boolean mayResume) {
    if (!mayResume) {
      return super.open(reply, conversation, mayResume);
    }
    String name = "stream-" + number.incrementAndGet();
    return new ServerEventStream(
        reply, endpoint.format(), new EventIds(this, name, conversation, resumability));
  }

  void add(EventIds ids) {
    idsByStream.put(ids.name(), ids);
  }

  /** The ids of the stream that sent this event; {@code null} if it was never sent. */
  private @Nullable EventIds find(String eventId) {
    EventIds ids = idsByStream.get(EventIds.streamOf(eventId));
    return ids != null && ids.hasIssued(eventId) ? ids : null;
  }

  @Override
  void resume(Conversation conversation, HttpMessageSink sink, String lastEventId)
      throws JsonRpcRefusal {
    EventIds ids = find(lastEventId);
    ServerEventStream stream = ids == null ? null : ids.stream();
    if (ids == null || stream == null || !ids.belongTo(conversation)) {
      super.resume(conversation, sink, lastEventId);
      return;
    }
    checkRetryDelay(stream, lastEventId);
    Integer refusal = resumability.refusal();
    if (refusal != null) {
      throw unknownEvent(refusal);
    }
    if (resumability.replays()) {
      attach(stream, sink.reply());
      stream.resume(sink.reply(), lastEventId);
    } else {
      sink.stream().end();
    }
  }

  private void checkRetryDelay(ServerEventStream stream, String lastEventId) {
    Long since = stream.disconnectedSince();
    if (since == null) {
      return; // the client broke the connection itself, at an unknown time
    }
    long away = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    if (away < retryMillis(resumability)) {
      endpoint
          .server()
          .violation(
              "the client resumed %s after %d ms, but retry was %d ms"
                  .formatted(lastEventId, away, retryMillis(resumability)));
    }
  }

  /** The reconnection time, in milliseconds; 0 if absent or invalid. */
  private static long retryMillis(StreamResumability streamResumability) {
    String retry = streamResumability.retry();
    return retry != null && retry.matches("\\d{1,6}") ? Long.parseLong(retry) : 0;
  }
}
