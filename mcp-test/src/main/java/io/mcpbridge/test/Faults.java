package io.mcpbridge.test;

import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ServerTurn;
import java.util.Map;

/** Faults that were observed in servers, proxies and networks. */
public final class Faults {

  private Faults() {}

  /** Never responds, and keeps the connection open. */
  public static Fault silence() {
    return serverTurn -> {};
  }

  /** Drops the connection instead of responding. */
  public static Fault disconnect() {
    return ServerTurn::disconnect;
  }

  /** Ends the server's process instead of responding. */
  public static Fault exit(int code) {
    return serverTurn -> serverTurn.exit(code);
  }

  /** Responds correctly, but only once the latch is open. */
  public static Fault waitFor(Latch latch) {
    return serverTurn -> {
      serverTurn.confirm();
      latch.pass();
      serverTurn.answer();
    };
  }

  /** An HTTP status with an empty body. */
  public static Fault httpStatus(int status) {
    return serverTurn -> serverTurn.http(status, Map.of(), "");
  }

  /** An HTTP status with a body. */
  public static Fault httpStatus(int status, String contentType, String body) {
    return httpStatus(status, Map.of("Content-Type", contentType), body);
  }

  /** An HTTP status with headers and a body. */
  public static Fault httpStatus(int status, Map<String, String> headers, String body) {
    return serverTurn -> serverTurn.http(status, headers, body);
  }

  /** An HTML page in place of a message. */
  public static Fault html() {
    return httpStatus(200, "text/html", "<!doctype html><title>Welcome</title><p>It works!</p>");
  }

  /** Responds with a JSON-RPC error. */
  public static Fault error(int code, String message) {
    return error(200, code, message);
  }

  /** Responds with a JSON-RPC error, over HTTP with this status. */
  public static Fault error(int httpStatus, int code, String message) {
    return serverTurn -> serverTurn.refuse(httpStatus, code, message);
  }

  /** Ends every session first, so that the client's own is unknown (404 over HTTP). */
  public static Fault forgetSessions() {
    return serverTurn -> {
      serverTurn.forgetSessions();
      serverTurn.answer();
    };
  }
}
