package io.mcpbridge.test.internal.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.StreamResumability;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.Turn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The streams of the Streamable HTTP endpoint: responses to POSTs, and GET streams. */
final class HttpStreams {

  private final StreamableHttpEndpoint endpoint;
  private final ResumableStreams resumable = new ResumableStreams();
  private final List<ServerEventStream> connected = new CopyOnWriteArrayList<>();

  HttpStreams(StreamableHttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** A stream that has not started yet. */
  ServerEventStream open(HttpReply reply, Conversation conversation, boolean mayResume) {
    StreamResumability streamResumability = endpoint.streamResumability();
    return streamResumability == null || !mayResume
        ? new ServerEventStream(reply, endpoint.format(), null)
        : resumable.open(reply, endpoint.format(), conversation, streamResumability);
  }

  /** The GET streams with a connection. */
  List<ServerEventStream> connected() {
    return List.copyOf(connected);
  }

  /** Answers a GET: with a stream for unsolicited messages, or with the rest of a broken one. */
  void listen(Turn serverTurn) throws JsonRpcRefusal {
    HttpMessageSink sink = (HttpMessageSink) serverTurn.messageSink();
    String lastEventId = serverTurn.received().header("Last-Event-ID");
    if (lastEventId != null) {
      resume(serverTurn.conversation(), sink, lastEventId);
      return;
    }
    ServerEventStream stream = sink.stream();
    attach(stream, sink.reply());
    serverTurn.conversation().addStream(stream); // before the stream is visible
    sink.reply().onEnd(() -> serverTurn.conversation().streamClosed(stream));
    if (endpoint.sendsHeadersImmediately()) {
      stream.begin(Map.of());
    }
  }

  private void resume(Conversation conversation, HttpMessageSink sink, String lastEventId)
      throws JsonRpcRefusal {
    EventIds ids = resumable.find(lastEventId);
    ServerEventStream stream = ids == null ? null : ids.stream();
    if (ids == null || stream == null || !ids.belongTo(conversation)) {
      endpoint
          .server()
          .violation("Last-Event-ID " + lastEventId + " was never sent in this session");
      throw unknownEvent(400);
    }
    checkRetryDelay(stream, ids.streamResumability(), lastEventId);
    Integer refusal = ids.streamResumability().refusal();
    if (refusal != null) {
      throw unknownEvent(refusal);
    }
    if (ids.streamResumability().replays()) {
      attach(stream, sink.reply());
      stream.resume(sink.reply(), lastEventId);
    } else {
      sink.stream().end();
    }
  }

  private void attach(ServerEventStream stream, HttpReply reply) {
    connected.add(stream);
    reply.onEnd(() -> connected.remove(stream));
  }

  private void checkRetryDelay(
      ServerEventStream stream, StreamResumability streamResumability, String lastEventId) {
    Long since = stream.disconnectedSince();
    if (since == null) {
      return; // the client broke the connection itself, at an unknown time
    }
    long away = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    if (away < retryMillis(streamResumability)) {
      endpoint
          .server()
          .violation(
              "the client resumed %s after %d ms, but retry was %d ms"
                  .formatted(lastEventId, away, retryMillis(streamResumability)));
    }
  }

  /** The reconnection time, in milliseconds; 0 if absent or invalid. */
  private static long retryMillis(StreamResumability streamResumability) {
    String retry = streamResumability.retry();
    return retry != null && retry.matches("\\d{1,6}") ? Long.parseLong(retry) : 0;
  }

  private static JsonRpcRefusal unknownEvent(int status) {
    return JsonRpcRefusal.of(status, JsonRpcError.INVALID_REQUEST, "Unknown event ID");
  }
}
