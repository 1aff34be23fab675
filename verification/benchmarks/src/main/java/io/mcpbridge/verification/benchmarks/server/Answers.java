package io.mcpbridge.verification.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The server's responses: constant except for the id and the result of a call. */
public final class Answers {

  private static final byte[] TAIL = "\"}],\"isError\":false}}".getBytes(StandardCharsets.US_ASCII);

  private static final String STATELESS =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"measure\",\"version\":\"1\"}}";

  private final String tools;
  private final @Nullable String discovered;

  /** A server of the initialize era with this number of tools. */
  Answers(int tools) {
    this(tools, null);
  }

  private Answers(int tools, @Nullable String discovered) {
    this.discovered = discovered;
    this.tools =
        IntStream.range(0, tools)
            .mapToObj(i -> tool(i == 0 ? Call.TOOL : "tool_" + i))
            .collect(Collectors.joining(",", "{\"tools\":[", "]}"));
  }

  /** An in-memory server: of 2026-07-28, or of the initialize era for any older revision. */
  public static Answers inMemory(String revision) {
    return new Answers(1, revision.equals("2026-07-28") ? STATELESS : null);
  }

  /** The response to a message, or {@code null} if it needs none. */
  public byte @Nullable [] to(byte[] message) {
    Answer answer = to(Question.parse(message, 0, message.length));
    return answer == null ? null : answer.toByteArray();
  }

  /** The response, or {@code null} if none is needed. */
  @Nullable Answer to(Question question) {
    if (question.id().length == 0) {
      return null;
    }
    String id = new String(question.id(), StandardCharsets.UTF_8);
    return switch (question.method()) {
      case "tools/call" -> callResult(id, question.call());
      case "tools/list" -> result(id, tools);
      case "initialize" -> result(id, welcome(question.revision()));
      case "ping" -> result(id, "{}");
      case "server/discover" -> discovered == null ? unknown(id) : result(id, discovered);
      default -> unknown(id);
    };
  }

  private static Answer unknown(String id) {
    return Answer.of(
        "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
  }

  private static Answer callResult(String id, Call call) {
    String head =
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
            + call.n()
            + ":";
    return new Answer(head.getBytes(StandardCharsets.ISO_8859_1), Padding.json(call.size()), TAIL);
  }

  private static Answer result(String id, String json) {
    return Answer.of("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + json + "}");
  }

  private static String welcome(String requestedVersion) {
    String version = requestedVersion.equals("2025-06-18") ? requestedVersion : "2025-11-25";
    return "{\"protocolVersion\":\""
        + version
        + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"measure\",\"version\":\"1\"}}";
  }

  private static String tool(String name) {
    return """
        {"name":"%s","description":"Answers with the number it is given, and with as much text as \
        is asked for.","inputSchema":{"type":"object","properties":{"n":{"type":"integer",\
        "description":"comes back"},"size":{"type":"integer","minimum":0,"description":"how many \
        characters come with it"},"delayMillis":{"type":"integer","minimum":0},"together":\
        {"type":"integer","minimum":0}},"required":["n"]}}"""
        .formatted(name);
  }
}
