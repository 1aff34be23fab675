package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.HttpSseEndpoint;
import io.mcpbridge.test.exchange.SseEndpoint;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.server.ServerCore;
import java.nio.charset.StandardCharsets;

/** Implements {@link HttpSseEndpoint}. */
public final class HttpSseServer implements HttpSseEndpoint {

  private final ServerCore server;
  private final HttpSse httpSse;
  private final HttpListener listener;
  private volatile SseEndpoint endpoint = SseEndpoint.relative();
  private volatile SseFormat format = SseFormat.standard();
  private volatile int refusal = 405;
  private volatile int confirmation = 202;
  private volatile String confirmationBody = "Accepted";
  private volatile boolean answersFirst;
  private volatile boolean opensForPosts;

  public HttpSseServer(ServerCore server) {
    this.server = server;
    this.httpSse = new HttpSse(this);
    this.listener = new HttpListener(httpSse);
  }

  @Override
  public String url() {
    return listener.url(HttpSse.STREAM);
  }

  @Override
  public int port() {
    return listener.port();
  }

  @Override
  public HttpSseServer endpoint(SseEndpoint endpoint) {
    this.endpoint = endpoint;
    return this;
  }

  @Override
  public HttpSseServer spelling(SseFormat format) {
    this.format = format;
    return this;
  }

  @Override
  public HttpSseServer refusingPostsToTheStream(int httpStatus) {
    refusal = httpStatus;
    return this;
  }

  @Override
  public HttpSseServer openingStreamsForPosts() {
    opensForPosts = true;
    return this;
  }

  @Override
  public HttpSseServer confirming(int httpStatus, String body) {
    confirmation = httpStatus;
    confirmationBody = body;
    return this;
  }

  @Override
  public HttpSseServer answeringFirst() {
    answersFirst = true;
    return this;
  }

  @Override
  public int openStreams() {
    return httpSse.streams().size();
  }

  @Override
  public void closeStreams() {
    httpSse.streams().forEach(ServerEventStream::end);
  }

  @Override
  public void dropStreams() {
    httpSse.streams().forEach(ServerEventStream::drop);
  }

  @Override
  public void keepAlive() {
    httpSse.streams().forEach(stream -> stream.comment("keep-alive"));
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

  public String origin() {
    return listener.url("");
  }

  public SseEndpoint endpoint() {
    return endpoint;
  }

  public SseFormat format() {
    return format;
  }

  public int refusal() {
    return refusal;
  }

  int confirmation() {
    return confirmation;
  }

  byte[] confirmationBody() {
    return confirmationBody.getBytes(StandardCharsets.UTF_8);
  }

  boolean opensForPosts() {
    return opensForPosts;
  }

  boolean answersFirst() {
    return answersFirst;
  }

  public ServerCore server() {
    return server;
  }
}
