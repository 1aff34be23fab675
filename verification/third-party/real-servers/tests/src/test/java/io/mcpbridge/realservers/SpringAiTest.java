package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SpringAiTest extends SampleServerTest {

  private static final String SERVER = "Spring AI 2.0.1";
  private static final Peer STREAMABLE =
      Peer.of(
          SERVER, "STREAMABLE", "2025-11-25", () -> ServerConnection.http("spring-ai-streamable"));
  private static final Peer STATELESS =
      Peer.of(
          SERVER, "STATELESS", "2025-11-25", () -> ServerConnection.http("spring-ai-stateless"));
  private static final Peer SSE =
      Peer.of(SERVER, "SSE", "2024-11-05", () -> ServerConnection.http("spring-ai-sse"));

  static Stream<Peer> peers() {
    return Stream.of(STREAMABLE, STATELESS, SSE);
  }

  @Override
  String name() {
    return "spring-ai-server";
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
            ToolCall.failing("crash", Map.of(), "crashed as asked"));
    return peer() == STATELESS ? everywhere : Stream.concat(everywhere, inASession());
  }

  private Stream<ToolCall> inASession() {
    return Stream.of(
        ToolCall.saying("log", Map.of(), "logged"),
        ToolCall.saying("count", Map.of("to", 2), "Counted to 2"),
        ToolCall.saying("ask-model", Map.of("text", "?"), Answers.MODEL + " said I see 8 tools"),
        peer() == SSE
            ? ToolCall.refused("ask-user", Map.of(), "-32601", "elicitation/create")
            : ToolCall.saying("ask-user", Map.of(), "ACCEPT Person[name=Ada]"));
  }

  @Override
  Stream<ToolCall> questions() {
    return peer() == STATELESS
        ? Stream.of()
        : Stream.of(
            ToolCall.failing("ask-model", Map.of("text", "?"), "ampling"),
            ToolCall.failing("ask-user", Map.of(), "licitation"));
  }

  @Test
  void failsOnDiscover() {
    HttpResponse<String> answer = Wire.modern(url(), Wire.DISCOVER);
    if (peer() == SSE) {
      assertThat(answer.statusCode()).isEqualTo(404);
      return;
    }

    assertThat(answer.statusCode()).isEqualTo(peer() == STATELESS ? 500 : 400);
    assertThat(answer.body()).contains("stackTrace").doesNotContain("\"jsonrpc\"");
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

  @Test
  void delaysGetResponseUntilFirstMessage() {
    assumeTrue(peer() == STREAMABLE);

    assertThat(
            Wire.answersGetWithin(
                Duration.ofMillis(500), url(), Wire.initialize(url(), "2025-11-25")))
        .isFalse();
  }

  @Test
  void writesSseFieldsWithoutSpace() {
    assumeTrue(peer() == STREAMABLE);

    HttpResponse<String> answer =
        Wire.inSession(
            url(), Wire.initialize(url(), "2025-11-25"), Wire.request("tools/list", Map.of()));

    assertThat(answer.body()).contains("\ndata:{", "event:message");
  }
}
