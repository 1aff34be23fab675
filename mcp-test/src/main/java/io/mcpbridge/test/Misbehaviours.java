package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;

/** Faults that were observed in servers, proxies and networks. */
public final class Misbehaviours {

  private Misbehaviours() {}

  /** Never responds, and keeps the connection open. */
  public static Misbehaviour silence() {
    return turn -> {};
  }

  /** Drops the connection instead of responding. */
  public static Misbehaviour disconnect() {
    return Turn::disconnect;
  }

  /** Ends the server's process instead of responding. */
  public static Misbehaviour exit(int code) {
    return turn -> turn.exit(code);
  }

  /** Responds correctly, but only once the gate is open. */
  public static Misbehaviour waitFor(Gate gate) {
    return turn -> {
      turn.confirm();
      gate.pass();
      turn.answer();
    };
  }

  /** An HTTP status with an empty body. */
  public static Misbehaviour httpStatus(int status) {
    return turn -> turn.http(status, Map.of(), "");
  }

  /** An HTTP status with a body. */
  public static Misbehaviour httpStatus(int status, String contentType, String body) {
    return httpStatus(status, Map.of("Content-Type", contentType), body);
  }

  /** An HTTP status with headers and a body. */
  public static Misbehaviour httpStatus(int status, Map<String, String> headers, String body) {
    return turn -> turn.http(status, headers, body);
  }

  /** An HTML page in place of a message. */
  public static Misbehaviour html() {
    return httpStatus(200, "text/html", "<!doctype html><title>Welcome</title><p>It works!</p>");
  }

  /** Responds with a JSON-RPC error. */
  public static Misbehaviour error(int code, String message) {
    return error(200, code, message);
  }

  /** Responds with a JSON-RPC error, over HTTP with this status. */
  public static Misbehaviour error(int httpStatus, int code, String message) {
    return turn -> turn.refuse(httpStatus, code, message);
  }

  /** Starts an event stream, sends nothing, and drops the connection. */
  public static Misbehaviour cutStream() {
    return turn -> {
      turn.raw(": here it comes\n\n");
      turn.disconnect();
    };
  }

  /**
   * Starts an event stream and drops the connection, but sends the correct response to a client
   * that resumes the stream; see {@link HttpDoor#resumable}.
   */
  public static Misbehaviour cutBeforeResponse() {
    return turn -> {
      turn.raw(": here it comes\n\n");
      turn.disconnect();
      turn.answer();
    };
  }

  /**
   * Starts an event stream and ends it normally without the response, but sends the correct
   * response to a client that resumes the stream; see {@link HttpDoor#resumable}.
   */
  public static Misbehaviour closeBeforeResponse() {
    return turn -> {
      turn.closeStream();
      turn.answer();
    };
  }

  /** Starts an event stream and then sends nothing more, ever. */
  public static Misbehaviour stalledStream() {
    return turn -> turn.raw(": here it comes\n\n");
  }

  /** Ends an event stream normally, without the response. */
  public static Misbehaviour streamWithoutResponse() {
    return turn -> turn.answer(right -> List.of());
  }

  /** Writes a line that is no message, then responds correctly. Meant for stdio. */
  public static Misbehaviour strayOutput(String line) {
    return turn -> {
      turn.raw(line + "\n");
      turn.answer();
    };
  }

  /** The correct response with an unknown id. */
  public static Misbehaviour wrongId() {
    return turn -> turn.answer(right -> List.of(right.with("id", "unknown-id").toMap()));
  }

  /** The correct response, twice. */
  public static Misbehaviour twice() {
    return turn -> turn.answer(right -> List.of(right.toMap(), right.toMap()));
  }

  /** A response with both a result and an error. */
  public static Misbehaviour bothResultAndError() {
    return turn ->
        turn.answer(
            right ->
                List.of(
                    right
                        .with("result", right.map("result"))
                        .with("error", Map.of("code", -32603, "message", "also failed"))
                        .toMap()));
  }

  /** The correct response inside an array, as 2025-03-26 allows. */
  public static Misbehaviour batched() {
    return turn -> turn.answer(right -> List.of(List.of(right.toMap())));
  }

  /** The correct response with a member of this many characters added to the result. */
  public static Misbehaviour huge(int characters) {
    return turn ->
        turn.answer(
            right -> {
              JsonObject result = JsonObject.of(right.map("result"));
              String padding = "x".repeat(characters);
              return List.of(right.with("result", result.with("padding", padding)).toMap());
            });
  }

  /** The correct response with objects nested this deep added to the result. */
  public static Misbehaviour deep(int levels) {
    return turn ->
        turn.answer(
            right -> {
              Map<String, Object> nested = Map.of();
              for (int i = 0; i < levels; i++) {
                nested = Map.of("a", nested);
              }
              JsonObject result = JsonObject.of(right.map("result"));
              return List.of(right.with("result", result.with("nested", nested)).toMap());
            });
  }

  /** Ends every session first, so that the client's own is unknown (404 over HTTP). */
  public static Misbehaviour forgetSessions() {
    return turn -> {
      turn.server().forgetSessions();
      turn.answer();
    };
  }
}
