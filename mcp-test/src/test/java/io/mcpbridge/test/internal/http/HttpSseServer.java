package io.mcpbridge.test.internal.http;

import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.message.MessageSink;
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

/**
 * The HTTP+SSE endpoint of a {@link io.mcpbridge.test.FakeMcpServer} (2024-11-05, HTTP with SSE),
 * on the loopback interface. A GET opens a stream, whose {@code endpoint} event names the URL for
 * POSTs; responses arrive on the stream. Supports only revisions with {@code initialize}.
 *
 * <pre>{@code
 * HttpSse.of(server).endpoint(SseEndpoint.absolute());
 * String url = HttpSse.of(server).url();
 * }</pre>
 *
 * <p>The POST of a message counts as its HTTP request: {@link io.mcpbridge.test.Faults#httpStatus}
 * answers the POST, everything else happens on the stream.
 */
public final class HttpSseServer extends LoopbackEndpoint implements EndpointRules {

  private static final String STREAM = "/sse";
  private static final String MESSAGES = "/messages";
  private static final String SESSION = "sessionId=";

  /** An open stream and its conversation. */
  private record Session(Conversation conversation, ServerEventStream stream) {}

  private final HttpRequestRules requestRules;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private volatile SseEndpoint endpoint = SseEndpoint.relative();
  private volatile int refusal = 405;
  private volatile int confirmation = 202;
  private volatile String confirmationBody = "Accepted";
  private volatile boolean answersFirst;
  private volatile boolean opensForPosts;

  public HttpSseServer(ServerCore server) {
    super(server);
    this.requestRules = new HttpRequestRules(server);
  }

  /** The URL of the stream, which ends in {@code /sse}. */
  public String url() {
    return url(STREAM);
  }

  /** How the server advertises its message endpoint; default {@link SseEndpoint#relative()}. */
  public HttpSseServer endpoint(SseEndpoint endpoint) {
    this.endpoint = endpoint;
    return this;
  }

  /** The format of events; default {@link SseFormat#standard()}. */
  public HttpSseServer spelling(SseFormat format) {
    format(format);
    return this;
  }

  /** The status of a POST to the stream's URL; default 405, other servers return 404 or 400. */
  public HttpSseServer refusingPostsToTheStream(int httpStatus) {
    refusal = httpStatus;
    return this;
  }

  /** Lets a POST to the stream's URL open a stream, as a GET does; its message is lost. */
  public HttpSseServer openingStreamsForPosts() {
    opensForPosts = true;
    return this;
  }

  /** The acknowledgment of messages; default 202 and {@code Accepted}. */
  public HttpSseServer confirming(int httpStatus, String body) {
    confirmation = httpStatus;
    confirmationBody = body;
    return this;
  }

  /** Acknowledges a request only after its response was sent on the stream. */
  public HttpSseServer answeringFirst() {
    answersFirst = true;
    return this;
  }

  /** Ends all streams normally. */
  public void closeStreams() {
    streams().forEach(ServerEventStream::end);
  }

  @Override
  List<ServerEventStream> streams() {
    return sessions.values().stream().map(Session::stream).toList();
  }

  @Override
  @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    ReceivedMessage received =
        ReceivedMessageReader.read(
            request.body(), request.method(), request.target(), request.headers(), connection);
    if (request.path().equals(STREAM) && !request.method().equals("POST")) {
      requestRules.checkGet(received);
      ServerEventStream stream = new ServerEventStream(reply, format(), null);
      HttpMessageSink sink = new HttpMessageSink(reply, stream, ResponseFormat.EVENT_STREAM);
      return server().accept(received, new Conversation(this), sink);
    }
    boolean message = request.path().endsWith(MESSAGES) && request.method().equals("POST");
    Session session = message ? sessions.get(sessionOf(request)) : null;
    if (session != null && received.message() != null) {
      requestRules.checkPost(received);
      return server()
          .accept(received, session.conversation(), new SseMessageSink(reply, session.stream()));
    }
    server().requestJournal().received().add(received);
    if (request.path().equals(STREAM) && opensForPosts) {
      new ServerEventStream(reply, format(), null)
          .named("endpoint", MESSAGES + "?" + SESSION + "lost");
    } else if (session != null) {
      refuse(reply, 400, "Could not parse message");
    } else if (message) {
      refuse(reply, 404, "Could not find session");
    } else {
      refuse(reply, request.path().equals(STREAM) ? refusal : 404, "");
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
              server().clients().sessionEnded(conversation);
            });
    sink.stream().begin(Map.of());
    endpoint.announce(new SseStreamOpening(sink.stream(), url(""), MESSAGES + "?" + SESSION + id));
  }

  private record SseStreamOpening(ServerEventStream stream, String origin, String path)
      implements SseOpening {

    @Override
    public void endpoint(String uri) {
      event("endpoint", uri);
    }

    @Override
    public void event(String name, String data) {
      stream.named(name, data);
    }

    @Override
    public void comment(String text) {
      stream.comment(text);
    }
  }

  /**
   * The response to a message over HTTP+SSE: acknowledges the POST and sends the rest on the
   * stream.
   */
  private final class SseMessageSink implements MessageSink {

    private final HttpReply post;
    private final ServerEventStream stream;

    SseMessageSink(HttpReply post, ServerEventStream stream) {
      this.post = post;
      this.stream = stream;
    }

    @Override
    public void confirm() {
      if (!answersFirst) {
        accept();
      }
    }

    @Override
    public void accept() {
      http(
          confirmation,
          Map.of("Content-Type", "text/plain"),
          confirmationBody.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean send(Object json) {
      confirm();
      return stream.send(json);
    }

    @Override
    public void respond(int httpStatus, Map<String, String> headers, List<?> values) {
      confirm();
      values.forEach(stream::send);
      accept();
    }

    @Override
    public void http(int status, Map<String, String> headers, byte[] body) {
      post.send(status, headers, body);
    }

    @Override
    public void raw(byte[] bytes) {
      confirm();
      stream.raw(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void closeStream() {
      stream.end();
    }

    @Override
    public void disconnect() {
      if (!post.isOver()) { // once complete, its connection may serve other requests
        post.drop();
      }
      stream.drop();
    }

    @Override
    public void exit(int code) {
      disconnect();
    }
  }
}
