package io.mcpbridge.test;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MCP endpoint of Streamable HTTP: one path for POST, GET and DELETE. */
final class StreamableHttp implements HttpSite {

  static final String PATH = "/mcp";

  private final HttpDoor door;
  private final FakeMcpServer server;
  private final HttpStreams streams;
  private final DoorRules rules;
  private final HttpManners manners;

  StreamableHttp(HttpDoor door, HttpStreams streams) {
    this.door = door;
    this.server = door.server();
    this.streams = streams;
    this.rules = new HttpSessionRules(door, streams);
    this.manners = new HttpManners(server);
  }

  @Override
  public FakeMcpServer server() {
    return server;
  }

  @Override
  public @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    if (!request.path().equals(PATH)) {
      reply.whole(404, Map.of(), new byte[0]);
      return null;
    }
    ReceivedMessage received = Incoming.read(request, connection);
    Conversation known = server.sessions().find(received.header("Mcp-Session-Id"));
    Conversation conversation = known == null ? new Conversation(rules) : known;
    boolean mayResume = server.protocol().mayResume(received, conversation);
    EventStream stream = streams.open(reply, conversation, mayResume);
    HttpOutlet outlet = new HttpOutlet(reply, stream, door.form());
    Turn turn = server.accept(received, conversation, outlet);
    manners.checkPost(received, "application/json", "text/event-stream");
    manners.checkGet(received);
    return turn;
  }
}
