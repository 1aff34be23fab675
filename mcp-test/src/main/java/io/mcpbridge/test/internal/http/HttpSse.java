package io.mcpbridge.test.internal.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.internal.message.ReceivedMessageReader;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The two endpoints of HTTP+SSE (2024-11-05): one for the stream, one for POSTs. */
final class HttpSse implements HttpRequestHandler, EndpointRules {

  static final String STREAM = "/sse";
  private static final String MESSAGES = "/messages";
  private static final String SESSION = "sessionId=";

  /** An open stream and its conversation. */
  private record Session(Conversation conversation, ServerEventStream stream) {}

  private final HttpSseServer endpoint;
  private final ServerCore server;
  private final HttpRequestRules requestRules;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  HttpSse(HttpSseServer endpoint) {
    this.endpoint = endpoint;
    this.server = endpoint.server();
    this.requestRules = new HttpRequestRules(server);
  }

  @Override
  public ServerCore server() {
    return server;
  }

  List<ServerEventStream> streams() {
    return sessions.values().stream().map(Session::stream).toList();
  }

  @Override
  public @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    ReceivedMessage received =
        ReceivedMessageReader.read(
            request.body(), request.method(), request.target(), request.headers(), connection);
    if (request.path().equals(STREAM) && !request.method().equals("POST")) {
      requestRules.checkGet(received);
      ServerEventStream stream = new ServerEventStream(reply, endpoint.format(), null);
      HttpMessageSink sink = new HttpMessageSink(reply, stream, ResponseFormat.EVENT_STREAM);
      return server.accept(received, new Conversation(this), sink);
    }
    boolean message = request.path().endsWith(MESSAGES) && request.method().equals("POST");
    Session session = message ? sessions.get(sessionOf(request)) : null;
    if (session != null && received.message() != null) {
      requestRules.checkPost(received);
      return server.accept(
          received, session.conversation(), new SseMessageSink(endpoint, reply, session.stream()));
    }
    server.requestJournal().received().add(received);
    if (request.path().equals(STREAM) && endpoint.opensForPosts()) {
      new ServerEventStream(reply, endpoint.format(), null)
          .named("endpoint", MESSAGES + "?" + SESSION + "lost");
    } else if (session != null) {
      refuse(reply, 400, "Could not parse message");
    } else if (message) {
      refuse(reply, 404, "Could not find session");
    } else {
      refuse(reply, request.path().equals(STREAM) ? endpoint.refusal() : 404, "");
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
    reply.send(status, Map.of("Content-Type", "text/plain"), text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean speaksStateless() {
    return false;
  }

  /** Opens the stream of a new session. */
  @Override
  public void answerWithoutMessage(Turn serverTurn) throws JsonRpcRefusal, InterruptedException {
    if (!"GET".equals(serverTurn.received().httpMethod())) {
      throw JsonRpcRefusal.of(405, JsonRpcError.INVALID_REQUEST, "Method not allowed");
    }
    HttpMessageSink sink = (HttpMessageSink) serverTurn.messageSink();
    Conversation conversation = serverTurn.conversation();
    String id = UUID.randomUUID().toString();
    sessions.put(id, new Session(conversation, sink.stream()));
    conversation.addStream(sink.stream());
    sink.reply()
        .onEnd(
            () -> {
              sessions.remove(id);
              server.clients().sessionEnded(conversation);
            });
    sink.stream().begin(Map.of());
    endpoint
        .endpoint()
        .announce(
            new SseStreamOpening(sink.stream(), endpoint.origin(), MESSAGES + "?" + SESSION + id));
  }
}
