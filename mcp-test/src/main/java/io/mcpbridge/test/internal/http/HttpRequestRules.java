package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.server.ServerCore;

/** Checks the headers that every HTTP request requires. */
final class HttpRequestRules {

  private final ServerCore server;

  HttpRequestRules(ServerCore server) {
    this.server = server;
  }

  /** A POST has a JSON body and accepts these types. */
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
                + ", but accepts "
                + accept);
        break;
      }
    }
    String type = String.valueOf(received.header("Content-Type"));
    if (!type.startsWith("application/json")) {
      server.violation(
          received.method() + " must have Content-Type application/json, but has " + type);
    }
  }

  /** A GET accepts an event stream. */
  void checkGet(ReceivedMessage received) {
    String accept = String.valueOf(received.header("Accept"));
    if ("GET".equals(received.httpMethod()) && !accept.contains("text/event-stream")) {
      server.violation("GET must accept text/event-stream, but accepts " + accept);
    }
  }
}
