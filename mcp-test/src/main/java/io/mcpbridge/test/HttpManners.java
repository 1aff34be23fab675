package io.mcpbridge.test;

/** What every HTTP request must say about itself. */
final class HttpManners {

  private final FakeMcpServer server;

  HttpManners(FakeMcpServer server) {
    this.server = server;
  }

  /** A POST holds JSON, and accepts an answer in these forms. */
  void checkPost(ReceivedMessage received, String... accepted) {
    if (!"POST".equals(received.httpMethod())) {
      return;
    }
    String accept = String.valueOf(received.header("Accept"));
    for (String form : accepted) {
      if (!accept.contains(form)) {
        server.violation(
            received.method()
                + " must accept "
                + String.join(" and ", accepted)
                + ", but says "
                + accept);
        break;
      }
    }
    String type = String.valueOf(received.header("Content-Type"));
    if (!type.startsWith("application/json")) {
      server.violation(received.method() + " must be application/json, but says " + type);
    }
  }

  /** A GET listens to events. */
  void checkGet(ReceivedMessage received) {
    String accept = String.valueOf(received.header("Accept"));
    if ("GET".equals(received.httpMethod()) && !accept.contains("text/event-stream")) {
      server.violation("GET must accept text/event-stream, but says " + accept);
    }
  }
}
