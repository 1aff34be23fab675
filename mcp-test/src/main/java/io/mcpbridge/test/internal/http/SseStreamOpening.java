package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.SseOpening;

/** Implements {@link SseOpening}. */
final class SseStreamOpening implements SseOpening {

  private final ServerEventStream stream;
  private final String origin;
  private final String path;

  SseStreamOpening(ServerEventStream stream, String origin, String path) {
    this.stream = stream;
    this.origin = origin;
    this.path = path;
  }

  @Override
  public String origin() {
    return origin;
  }

  @Override
  public String path() {
    return path;
  }

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
