package io.mcpbridge.test;

import io.mcpbridge.jsonrpc.JsonRpcError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The two endpoints of HTTP+SSE (2024-11-05): one for the stream, one for POSTs. */
final class HttpSse implements HttpSite, DoorRules {

  static final String STREAM = "/sse";
  private static final String MESSAGES = "/messages";
  private static final String SESSION = "sessionId=";

  /** An open stream and its conversation. */
  private record Session(Conversation conversation, EventStream stream) {}

  private final HttpSseDoor door;
  private final FakeMcpServer server;
  private final HttpManners manners;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  HttpSse(HttpSseDoor door) {
    this.door = door;
    this.server = door.server();
    this.manners = new HttpManners(server);
  }

  @Override
  public FakeMcpServer server() {
    return server;
  }

  List<EventStream> streams() {
    return sessions.values().stream().map(Session::stream).toList();
  }

  @Override
  public @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    ReceivedMessage received = Incoming.read(request, connection);
    if (request.path().equals(STREAM) && !request.method().equals("POST")) {
      manners.checkGet(received);
      EventStream stream = new EventStream(reply, door.format(), null);
      HttpOutlet outlet = new HttpOutlet(reply, stream, AnswerForm.EVENT_STREAM);
      return server.accept(received, new Conversation(this), outlet);
    }
    boolean message = request.path().endsWith(MESSAGES) && request.method().equals("POST");
    Session session = message ? sessions.get(sessionOf(request)) : null;
    if (session != null && received.message() != null) {
      manners.checkPost(received);
      return server.accept(
          received, session.conversation(), new SseOutlet(door, reply, session.stream()));
    }
    server.journal().received().add(received);
    if (request.path().equals(STREAM) && door.opensForPosts()) {
      new EventStream(reply, door.format(), null)
          .named("endpoint", MESSAGES + "?" + SESSION + "lost");
    } else if (session != null) {
      refuse(reply, 400, "Could not parse message");
    } else if (message) {
      refuse(reply, 404, "Could not find session");
    } else {
      refuse(reply, request.path().equals(STREAM) ? door.refusal() : 404, "");
    }
    return null;
  }

  private static String sessionOf(HttpRequest request) {
    int at = request.target().indexOf(SESSION);
    String id = at < 0 ? "" : request.target().substring(at + SESSION.length());
    int next = id.indexOf('&');
    return next < 0 ? id : id.substring(0, next);
  }

  private static void refuse(HttpReply reply, int status, String text) {
    reply.whole(
        status, Map.of("Content-Type", "text/plain"), text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean speaksStateless() {
    return false;
  }

  /** Opens the stream of a new session. */
  @Override
  public void answerWithoutMessage(Turn turn) throws Refusal, InterruptedException {
    if (!"GET".equals(turn.received().httpMethod())) {
      throw Refusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
    }
    HttpOutlet outlet = (HttpOutlet) turn.outlet();
    Conversation conversation = turn.conversation();
    String id = UUID.randomUUID().toString();
    sessions.put(id, new Session(conversation, outlet.stream()));
    conversation.addStream(outlet.stream());
    outlet
        .reply()
        .whenOver(
            () -> {
              sessions.remove(id);
              server.clients().left(conversation);
            });
    outlet.stream().begin(Map.of());
    door.endpoint()
        .announce(new SseGreeting(outlet.stream(), door.origin(), MESSAGES + "?" + SESSION + id));
  }
}
