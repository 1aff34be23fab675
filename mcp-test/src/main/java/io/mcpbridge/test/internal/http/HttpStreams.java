package io.mcpbridge.test.internal.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.Turn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The streams of the Streamable HTTP endpoint: responses to POSTs, and GET streams. */
class HttpStreams {

  private final StreamableHttpEndpoint endpoint;
  private final List<ServerEventStream> connected = new CopyOnWriteArrayList<>();

  HttpStreams(StreamableHttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** A stream that has not started yet. */
  ServerEventStream open(HttpReply reply, Conversation conversation, boolean mayResume) {
    return new ServerEventStream(reply, endpoint.format(), null);
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

  /** Continues a broken stream, which this server does not support. */
  void resume(Conversation conversation, HttpMessageSink sink, String lastEventId)
      throws JsonRpcRefusal {
    endpoint.server().violation("Last-Event-ID " + lastEventId + " was never sent in this session");
    throw unknownEvent(400);
  }

  final void attach(ServerEventStream stream, HttpReply reply) {
    connected.add(stream);
    reply.onEnd(() -> connected.remove(stream));
  }

  static JsonRpcRefusal unknownEvent(int status) {
    return JsonRpcRefusal.of(status, JsonRpcError.INVALID_REQUEST, "Unknown event ID");
  }
}
