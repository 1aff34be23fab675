package io.mcpbridge.test;

/**
 * How an HTTP+SSE server tells a client where to send its messages (2024-11-05, HTTP with SSE). For
 * {@link HttpSseDoor#endpoint}; write one as a lambda, or take one from here.
 */
@FunctionalInterface
public interface SseEndpoint {

  /**
   * Says it, on a thread of the server that may block.
   *
   * @throws InterruptedException if the server is being closed
   */
  void announce(SseGreeting greeting) throws InterruptedException;

  /** As most servers do: {@code /messages?sessionId=...}. */
  static SseEndpoint relative() {
    return greeting -> greeting.endpoint(greeting.path());
  }

  /** Without the slash, so that it counts from where the stream is. */
  static SseEndpoint relativeToTheStream() {
    return greeting -> greeting.endpoint(greeting.path().substring(1));
  }

  /** With scheme, host and port. */
  static SseEndpoint absolute() {
    return greeting -> greeting.endpoint(greeting.origin() + greeting.path());
  }

  /** On another origin, such as {@code https://internal.example}. */
  static SseEndpoint at(String origin) {
    return greeting -> greeting.endpoint(origin + greeting.path());
  }

  /** With spaces around it. */
  static SseEndpoint spaced() {
    return greeting -> greeting.endpoint("  " + greeting.path() + " ");
  }

  /** The stream opens, and nothing is said. */
  static SseEndpoint never() {
    return greeting -> {};
  }

  /** The second time with an address that nobody answers at. */
  static SseEndpoint twice() {
    return greeting -> {
      greeting.endpoint(greeting.path());
      greeting.endpoint("/elsewhere");
    };
  }

  /** As most servers do, but only once the gate is open. */
  static SseEndpoint after(Gate gate) {
    return greeting -> {
      gate.pass();
      greeting.endpoint(greeting.path());
    };
  }
}
