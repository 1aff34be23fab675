package io.mcpbridge.test;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MCP endpoint of Streamable HTTP: one path for POST, GET and DELETE. */
final class StreamableHttp implements HttpRequestHandler {

  static final String PATH = "/mcp";

  private final HttpEndpoint door;
  private final FakeMcpServer server;
  private final HttpStreams streams;
  private final EndpointRules rules;
  private final HttpRequestRules requestRules;

  StreamableHttp(HttpEndpoint door, HttpStreams streams) {
    this.door = door;
    this.server = door.server();
    this.streams = streams;
    this.rules = new HttpSessionRules(door, streams);
    this.requestRules = new HttpRequestRules(server);
  }

  @Override
  public FakeMcpServer server() {
    return server;
  }

  @Override
  public @Nullable ServerTurn accept(HttpRequest request, HttpReply reply, int connection) {
    if (!request.path().equals(PATH)) {
      reply.whole(404, Map.of(), new byte[0]);
      return null;
    }
    ReceivedMessage received = ReceivedMessageReader.read(request, connection);
    Conversation known = server.sessions().find(received.header("Mcp-Session-Id"));
    Conversation conversation = known == null ? new Conversation(rules) : known;
    boolean mayResume = server.protocol().mayResume(received, conversation);
    ServerEventStream stream = streams.open(reply, conversation, mayResume);
    HttpMessageSink outlet = new HttpMessageSink(reply, stream, door.form());
    ServerTurn serverTurn = server.accept(received, conversation, outlet);
    requestRules.checkPost(received, "application/json", "text/event-stream");
    requestRules.checkGet(received);
    return serverTurn;
  }
}
