package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.Fault;
import java.util.List;
import java.util.Map;

/** Responses that break the protocol or its streams, which tests of an application do not need. */
public final class ProtocolFaults {

  private ProtocolFaults() {}

  /** Starts an event stream, sends nothing, and drops the connection. */
  public static Fault cutStream() {
    return serverTurn -> {
      serverTurn.raw(": here it comes\n\n");
      serverTurn.disconnect();
    };
  }

  /**
   * Starts an event stream and drops the connection, but sends the correct response to a client
   * that resumes the stream; see {@link
   * io.mcpbridge.test.internal.http.StreamResumability#applyTo}.
   */
  public static Fault cutBeforeResponse() {
    return serverTurn -> {
      serverTurn.raw(": here it comes\n\n");
      serverTurn.disconnect();
      serverTurn.answer();
    };
  }

  /**
   * Starts an event stream and ends it normally without the response, but sends the correct
   * response to a client that resumes the stream; see {@link
   * io.mcpbridge.test.internal.http.StreamResumability#applyTo}.
   */
  public static Fault closeBeforeResponse() {
    return serverTurn -> {
      serverTurn.closeStream();
      serverTurn.answer();
    };
  }

  /** Starts an event stream and then sends nothing more, ever. */
  public static Fault stalledStream() {
    return serverTurn -> serverTurn.raw(": here it comes\n\n");
  }

  /** Ends an event stream normally, without the response. */
  public static Fault streamWithoutResponse() {
    return serverTurn -> serverTurn.answer(right -> List.of());
  }

  /** Writes a line that is no message, then responds correctly. Meant for stdio. */
  public static Fault strayOutput(String line) {
    return serverTurn -> {
      serverTurn.raw(line + "\n");
      serverTurn.answer();
    };
  }

  /** The correct response with an unknown id. */
  public static Fault wrongId() {
    return serverTurn ->
        serverTurn.answer(right -> List.of(right.with("id", "unknown-id").toMap()));
  }

  /** The correct response, twice. */
  public static Fault twice() {
    return serverTurn -> serverTurn.answer(right -> List.of(right.toMap(), right.toMap()));
  }

  /** A response with both a result and an error. */
  public static Fault bothResultAndError() {
    return serverTurn ->
        serverTurn.answer(
            right ->
                List.of(
                    right
                        .with("result", right.map("result"))
                        .with("error", Map.of("code", -32603, "message", "also failed"))
                        .toMap()));
  }

  /** The correct response inside an array, as 2025-03-26 allows. */
  public static Fault batched() {
    return serverTurn -> serverTurn.answer(right -> List.of(List.of(right.toMap())));
  }

  /** The correct response with a member of this many characters added to the result. */
  public static Fault huge(int characters) {
    return serverTurn ->
        serverTurn.answer(
            right -> {
              JsonObject result = JsonObject.of(right.map("result"));
              String padding = "x".repeat(characters);
              return List.of(right.with("result", result.with("padding", padding)).toMap());
            });
  }

  /** The correct response with objects nested this deep added to the result. */
  public static Fault deep(int levels) {
    return serverTurn ->
        serverTurn.answer(
            right -> {
              Map<String, Object> nested = Map.of();
              for (int i = 0; i < levels; i++) {
                nested = Map.of("a", nested);
              }
              JsonObject result = JsonObject.of(right.map("result"));
              return List.of(right.with("result", result.with("nested", nested)).toMap());
            });
  }
}
