package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.HttpEndpoint;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.message.ReceivedMessageReader;
import io.mcpbridge.test.internal.server.Conversation;
import io.mcpbridge.test.internal.server.EndpointRules;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Implements {@link HttpEndpoint}. */
public final class StreamableHttpEndpoint extends LoopbackEndpoint implements HttpEndpoint {

  private static final String PATH = "/mcp"; // for POST, GET and DELETE

  private final EndpointRules rules;
  private final HttpRequestRules requestRules;
  private volatile HttpStreams streams;
  private volatile boolean sessions = true;
  private volatile boolean offersStream = true;
  private volatile boolean headersImmediately = true;
  private volatile ResponseFormat form = ResponseFormat.AS_NEEDED;

  public StreamableHttpEndpoint(ServerCore server) {
    super(server);
    this.streams = new HttpStreams(this);
    this.rules = new HttpSessionRules(this);
    this.requestRules = new HttpRequestRules(server);
  }

  @Override
  public String url() {
    return url(PATH);
  }

  @Override
  public StreamableHttpEndpoint withoutSessions() {
    sessions = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint withoutStream() {
    offersStream = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint delayingHeaders() {
    headersImmediately = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint answering(ResponseFormat format) {
    form = format;
    return this;
  }

  @Override
  public StreamableHttpEndpoint spelling(SseFormat format) {
    format(format);
    return this;
  }

  @Override
  public void closeStreams() {
    streams().forEach(ServerEventStream::pause);
  }

  boolean keepsSessions() {
    return sessions;
  }

  boolean offersStream() {
    return offersStream;
  }

  boolean sendsHeadersImmediately() {
    return headersImmediately;
  }

  HttpStreams httpStreams() {
    return streams;
  }

  void httpStreams(HttpStreams replacement) {
    streams = replacement;
  }

  @Override
  List<ServerEventStream> streams() {
    return streams.connected();
  }

  @Override
  @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection) {
    if (!request.path().equals(PATH)) {
      reply.send(404, Map.of(), new byte[0]);
      return null;
    }
    ReceivedMessage received =
        ReceivedMessageReader.read(
            request.body(), request.method(), request.target(), request.headers(), connection);
    Conversation existing = server().sessions().find(received.header("Mcp-Session-Id"));
    Conversation conversation = existing == null ? new Conversation(rules) : existing;
    boolean mayResume = server().protocol().mayResume(received, conversation);
    ServerEventStream stream = streams.open(reply, conversation, mayResume);
    HttpMessageSink sink = new HttpMessageSink(reply, stream, form);
    Turn serverTurn = server().accept(received, conversation, sink);
    requestRules.checkPost(received, "application/json", "text/event-stream");
    requestRules.checkGet(received);
    return serverTurn;
  }
}
