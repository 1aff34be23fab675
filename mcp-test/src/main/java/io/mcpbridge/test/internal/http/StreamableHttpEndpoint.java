package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.HttpEndpoint;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.exchange.StreamResumability;
import io.mcpbridge.test.internal.server.ServerCore;
import org.jspecify.annotations.Nullable;

/** Implements {@link HttpEndpoint}. */
public final class StreamableHttpEndpoint implements HttpEndpoint {

  private final ServerCore server;
  private final HttpStreams streams;
  private final HttpListener listener;
  private volatile boolean sessions = true;
  private volatile boolean stream = true;
  private volatile boolean headersImmediately = true;
  private volatile ResponseFormat form = ResponseFormat.AS_NEEDED;
  private volatile SseFormat format = SseFormat.standard();
  private volatile @Nullable StreamResumability streamResumability;

  public StreamableHttpEndpoint(ServerCore server) {
    this.server = server;
    this.streams = new HttpStreams(this);
    this.listener = new HttpListener(new StreamableHttp(this, streams));
  }

  @Override
  public String url() {
    return listener.url(StreamableHttp.PATH);
  }

  @Override
  public int port() {
    return listener.port();
  }

  @Override
  public StreamableHttpEndpoint withoutSessions() {
    sessions = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint withoutStream() {
    stream = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint delayingHeaders() {
    headersImmediately = false;
    return this;
  }

  @Override
  public StreamableHttpEndpoint resumable(StreamResumability resumability) {
    streamResumability = resumability;
    return this;
  }

  @Override
  public StreamableHttpEndpoint answering(ResponseFormat format) {
    form = format;
    return this;
  }

  @Override
  public StreamableHttpEndpoint spelling(SseFormat format) {
    this.format = format;
    return this;
  }

  @Override
  public int openStreams() {
    return streams.connected().size();
  }

  @Override
  public void closeStreams() {
    streams.connected().forEach(ServerEventStream::pause);
  }

  @Override
  public void dropStreams() {
    streams.connected().forEach(ServerEventStream::drop);
  }

  @Override
  public void keepAlive() {
    streams.connected().forEach(open -> open.comment("keep-alive"));
  }

  @Override
  public void start() {
    listener.start();
  }

  @Override
  public void stop() {
    listener.stop();
  }

  /** Closes it together with its server. */
  public void close() {
    listener.close();
  }

  boolean keepsSessions() {
    return sessions;
  }

  boolean offersStream() {
    return stream;
  }

  boolean sendsHeadersImmediately() {
    return headersImmediately;
  }

  @Nullable StreamResumability streamResumability() {
    return streamResumability;
  }

  public ResponseFormat form() {
    return form;
  }

  public SseFormat format() {
    return format;
  }

  public ServerCore server() {
    return server;
  }
}
