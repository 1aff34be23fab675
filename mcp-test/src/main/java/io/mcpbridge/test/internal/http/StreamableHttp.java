package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.message.ReceivedMessageReader;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MCP endpoint of Streamable HTTP: one path for POST, GET and DELETE. */
final class StreamableHttp implements HttpRequestHandler {

  static final String PATH = "/mcp";

  private final StreamableHttpEndpoint endpoint;
  private final ServerCore server;
  private final HttpStreams streams;
  private final EndpointRules rules;
  private final HttpRequestRules requestRules;

  StreamableHttp(StreamableHttpEndpoint endpoint, HttpStreams streams) {
    this.endpoint = endpoint;
    this.server = endpoint.server();
    this.streams = streams;
    this.rules = new HttpSessionRules(endpoint, streams);
    this.requestRules = new HttpRequestRules(server);
  }

  @Override
  public ServerCore server() {
    return server;
  }

  @Override
  public @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    if (!request.path().equals(PATH)) {
      reply.send(404, Map.of(), new byte[0]);
      return null;
    }
    ReceivedMessage received =
        ReceivedMessageReader.read(
            request.body(), request.method(), request.target(), request.headers(), connection);
    Conversation existing = server.sessions().find(received.header("Mcp-Session-Id"));
    Conversation conversation = existing == null ? new Conversation(rules) : existing;
    boolean mayResume = server.protocol().mayResume(received, conversation);
    ServerEventStream stream = streams.open(reply, conversation, mayResume);
    HttpMessageSink sink = new HttpMessageSink(reply, stream, endpoint.form());
    Turn serverTurn = server.accept(received, conversation, sink);
    requestRules.checkPost(received, "application/json", "text/event-stream");
    requestRules.checkGet(received);
    return serverTurn;
  }
}
