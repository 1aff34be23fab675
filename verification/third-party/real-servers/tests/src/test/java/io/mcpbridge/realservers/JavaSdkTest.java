package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RepeatIfCutOff.class)
class JavaSdkTest extends SampleServerTest {

  private static final String SERVER = "Java SDK 2.1.0";
  private static final Peer STDIO = Peer.of(SERVER, "stdio", "2025-11-25", JavaSdkTest::stdio);
  private static final Peer STREAMABLE =
      Peer.of(
          SERVER,
          "Streamable HTTP",
          "2025-11-25",
          () -> ServerConnection.http("java-sdk-streamable"));
  private static final Peer STATELESS =
      Peer.of(
          SERVER,
          "Streamable HTTP, stateless",
          "2025-11-25",
          () -> ServerConnection.http("java-sdk-stateless"));
  private static final Peer SSE =
      Peer.of(SERVER, "HTTP+SSE", "2024-11-05", () -> ServerConnection.http("java-sdk-sse"));

  static Stream<Peer> peers() {
    return Stream.of(STDIO, STREAMABLE, STATELESS, SSE);
  }

  private static ServerConnection stdio() {
    return ServerConnection.stdioJava(
        Installation.java("java-sdk", "io.mcpbridge.verification.javasdk.JavaSdkServer", "stdio"));
  }

  @Override
  String name() {
    return "java-sdk-server";
  }

  @Override
  Stream<ToolCall> calls() {
    Stream<ToolCall> everywhere =
        Stream.of(
            ToolCall.saying("echo", Map.of("text", "hæ, 世界"), "hæ, 世界"),
            ToolCall.of(
                "add",
                Map.of("a", 2, "b", 40),
                result ->
                    assertThat(result.structuredContent().toJson()).isEqualTo("{\"sum\":42.0}")),
            ToolCall.failing("fail", Map.of(), "failed as asked"),
            failure("crash", Map.of(), "-32603", "crashed as asked"));
    if (peer() == STATELESS) {
      return everywhere;
    }
    return Stream.concat(everywhere, inASession());
  }

  /** After a failed call, SDK 2.1.0 may also end the stream that the client opens next. */
  @Override
  boolean mayBeCutOff() {
    return peer() == SSE;
  }

  private Stream<ToolCall> inASession() {
    return Stream.of(
        ToolCall.saying("log", Map.of(), "logged"),
        ToolCall.saying("count", Map.of("to", 2), "Counted to 2"),
        ToolCall.saying("grow", Map.of(), "grew"),
        ToolCall.saying("ask-model", Map.of("text", "?"), Answers.MODEL + " said I see 10 tools"),
        peer() == SSE
            ? failure("ask-user", Map.of(), "-32601", "elicitation/create")
            : ToolCall.saying("ask-user", Map.of(), "ACCEPT {name=Ada}"),
        ToolCall.saying("roots", Map.of(), root().toUri().toString()));
  }

  @Override
  Stream<ToolCall> questions() {
    return peer() == STATELESS
        ? Stream.of()
        : Stream.of(
            failure("ask-model", Map.of("text", "?"), "sampling"),
            failure("ask-user", Map.of(), "elicitation"),
            failure("roots", Map.of(), "-32601", "roots/list"));
  }

  /** SDK 2.1.0 sometimes closes the connection instead of sending an error response. */
  private ToolCall failure(String tool, Map<String, ?> arguments, String... words) {
    return peer() == STREAMABLE || peer() == SSE
        ? ToolCall.refusedOrCutOff(tool, arguments, words)
        : ToolCall.refused(tool, arguments, words);
  }

  /**
   * Over HTTP+SSE, SDK 2.1.0 writes messages of several threads into each other, as a bare HTTP
   * client sees, and may end the stream.
   */
  @Override
  @Test
  void correlatesConcurrentResponses() {
    if (peer() != SSE) {
      super.correlatesConcurrentResponses();
      return;
    }
    CallsUnderWay.awaitAll(client(), "echo", "text");
    assertThat(client().callTool("echo", "{\"text\":\"again\"}").text()).isEqualTo("again");
  }

  @Test
  void rejectsDiscover() {
    if (peer() == STDIO) {
      assertThat(Wire.ask(connection().transport(), Wire.DISCOVER, Wire.envelope()).error().code())
          .isEqualTo(-32601);
      return;
    }
    HttpResponse<String> answer = Wire.modern(url(), Wire.DISCOVER);
    if (peer() == STATELESS) {
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(Wire.errorCode(answer)).isEqualTo(-32601);
    } else if (peer() == SSE) {
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).doesNotContain("\"jsonrpc\"");
    } else {
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("stackTrace").doesNotContain("\"jsonrpc\"");
    }
  }

  /** So a response to a request of the modern era does not prove that era. */
  @Test
  void answersStatelessEraRequestsWithoutSessions() {
    assumeTrue(peer() == STATELESS);

    assertThat(Wire.modern(url(), "tools/list").body()).contains("\"result\"", "\"echo\"");
  }

  @Test
  void offersNewerRevisionThanRequested() {
    assumeTrue(peer() == STATELESS);

    assertThat(Wire.initialize(url(), "2024-11-05").body())
        .contains("\"protocolVersion\":\"2025-11-25\"");
    assertThat(agreedWhenPinnedTo("2024-11-05")).isEqualTo("2025-11-25");
  }

  /** A client that waits for the response to its GET would hang. */
  @Test
  void delaysGetResponseUntilFirstMessage() {
    assumeTrue(peer() == STREAMABLE);

    assertThat(
            Wire.answersGetWithin(
                Duration.ofMillis(500), url(), Wire.initialize(url(), "2025-11-25")))
        .isFalse();
  }

  @Test
  void sendsToolListChanged() throws InterruptedException {
    assumeTrue(peer() != STATELESS);

    client().callTool("grow");

    awaitNotification(TOOLS_CHANGED);
  }
}
