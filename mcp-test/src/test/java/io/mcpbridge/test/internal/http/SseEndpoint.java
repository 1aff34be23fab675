package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.Latch;

/**
 * How an HTTP+SSE server advertises its message endpoint (2024-11-05, HTTP with SSE). For {@link
 * HttpSseServer#endpoint}; write one as a lambda, or use one of these.
 */
@FunctionalInterface
public interface SseEndpoint {

  /**
   * Advertises the endpoint, on a thread of the server that may block.
   *
   * @throws InterruptedException if the server is being closed
   */
  void announce(SseOpening greeting) throws InterruptedException;

  /** As most servers do: {@code /messages?sessionId=...}. */
  static SseEndpoint relative() {
    return greeting -> greeting.endpoint(greeting.path());
  }

  /** Without the slash, so relative to the URL of the stream. */
  static SseEndpoint relativeToTheStream() {
    return greeting -> greeting.endpoint(greeting.path().substring(1));
  }

  /** With scheme, host and port. */
  static SseEndpoint absolute() {
    return greeting -> greeting.endpoint(greeting.origin() + greeting.path());
  }

  /** On another origin, such as {@code https://internal.example}. */
  static SseEndpoint onOrigin(String origin) {
    return greeting -> greeting.endpoint(origin + greeting.path());
  }

  /** Surrounded by spaces. */
  static SseEndpoint spaced() {
    return greeting -> greeting.endpoint("  " + greeting.path() + " ");
  }

  /** Opens the stream without advertising an endpoint. */
  static SseEndpoint never() {
    return greeting -> {};
  }

  /** Advertises the endpoint twice, the second time with a dead URL. */
  static SseEndpoint twice() {
    return greeting -> {
      greeting.endpoint(greeting.path());
      greeting.endpoint("/elsewhere");
    };
  }

  /** As most servers do, but only once the latch is open. */
  static SseEndpoint after(Latch latch) {
    return greeting -> {
      latch.pass();
      greeting.endpoint(greeting.path());
    };
  }
}
