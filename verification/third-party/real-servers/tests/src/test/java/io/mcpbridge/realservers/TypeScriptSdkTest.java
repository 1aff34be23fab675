package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypeScriptSdkTest extends SampleServerTest {

  private static final String SERVER = "TypeScript SDK 2.4.0";

  private static final Peer MODERN_STDIO =
      Peer.of(SERVER, "modern, stdio", "2026-07-28", () -> stdio("--stdio"));
  private static final Peer MODERN_HTTP =
      Peer.of(
          SERVER, "modern, Streamable HTTP", "2026-07-28", () -> ServerConnection.http("modern"));
  private static final Peer DUAL_STDIO =
      Peer.of(SERVER, "dual, stdio", "2026-07-28", () -> stdio("--dual", "--stdio"));
  private static final Peer DUAL_HTTP =
      Peer.of(SERVER, "dual, Streamable HTTP", "2026-07-28", () -> ServerConnection.http("dual"));

  static Stream<Peer> peers() {
    return Stream.of(MODERN_STDIO, MODERN_HTTP, DUAL_STDIO, DUAL_HTTP);
  }

  private static ServerConnection stdio(String... mode) {
    String script = Installation.file("typescript-sdk-server.mjs");
    return ServerConnection.stdio(
        "node", Stream.concat(Stream.of(script), Stream.of(mode)).toArray(String[]::new));
  }

  @Override
  String name() {
    return "typescript-sdk-server";
  }

  @Override
  Stream<ToolCall> calls() {
    return Stream.of(
        ToolCall.of(
            "add",
            Map.of("a", 2, "b", 40),
            result -> assertThat(result.structuredContent().toJson()).isEqualTo("{\"sum\":42}")),
        ToolCall.saying("greet", Map.of("name", "Zoë"), "Hello, Zoë!"),
        ToolCall.failing("greet", Map.of("name", ""), "name"),
        ToolCall.saying("locate", Map.of("region", "eu west"), "Asked for eu west"),
        ToolCall.saying("locate", Map.of("region", "Zürich"), "Asked for Zürich"),
        ToolCall.failing("fail", Map.of(), "failed as asked"),
        ToolCall.failing("crash", Map.of(), "crashed as asked"),
        ToolCall.saying("log", Map.of(), "logged"),
        ToolCall.saying("count", Map.of("to", 2), "Counted to 2"),
        ToolCall.saying("ask-model", Map.of("text", "?"), Answers.MODEL + " said I see 10 tools"),
        ToolCall.saying("ask-user", Map.of(), "Ada accepts green"),
        ToolCall.saying("roots", Map.of(), root().toUri().toString()));
  }

  @Override
  Stream<ToolCall> questions() {
    return Stream.of(
        ToolCall.refused("ask-model", Map.of("text", "?"), "sampling"),
        ToolCall.refused("ask-user", Map.of(), "elicitation"),
        ToolCall.refused("roots", Map.of(), "roots"));
  }

  /** The server requires a header that only the tool's schema declares. */
  @Test
  void callsToolBeforeListingTools() {
    try (McpClient newClient = McpClient.of(connection().transport())) {
      assertThat(newClient.callTool("locate", "{\"region\":\"eu\"}").text()).contains("eu");
    }
  }

  @Test
  void discoverListsOnlyStatelessRevision() {
    JsonRpcResponse answer =
        isHttp()
            ? Wire.response(Wire.modern(url(), Wire.DISCOVER))
            : Wire.ask(connection().transport(), Wire.DISCOVER, Wire.envelope());

    assertThat(answer.result().list("supportedVersions")).isEqualTo(List.of("2026-07-28"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void speaksOlderRevisionsIfDual(String version) {
    assumeTrue(peer() == DUAL_STDIO || peer() == DUAL_HTTP);
    assumeFalse(peer() == DUAL_HTTP && version.equals("2024-11-05"), "has no Streamable HTTP");

    assertThat(agreedWhenPinnedTo(version)).isEqualTo(version);
  }

  @Test
  void rejectsInitializeWithSupportedVersions() {
    assumeTrue(peer() == MODERN_STDIO || peer() == MODERN_HTTP);
    JsonRpcResponse answer =
        isHttp()
            ? Wire.response(Wire.initialize(url(), "2025-11-25"))
            : Wire.ask(connection().transport(), "initialize", Wire.greeting("2025-11-25"));

    assertThat(answer.error().code()).isEqualTo(-32022);
    assertThat(answer.error().data())
        .isEqualTo(Map.of("supported", List.of("2026-07-28"), "requested", "2025-11-25"));
    assertThatThrownBy(() -> agreedWhenPinnedTo("2025-11-25"))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("protocolVersion");
  }

  private boolean isHttp() {
    return connection().running() != null;
  }
}
