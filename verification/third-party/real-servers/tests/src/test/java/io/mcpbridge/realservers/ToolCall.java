package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One tool call and its expected outcome. */
record ToolCall(
    String tool, Map<String, ?> arguments, Consumer<Supplier<CallToolResult>> expectation) {

  static ToolCall of(String tool, Map<String, ?> arguments, Consumer<CallToolResult> check) {
    return new ToolCall(
        tool,
        arguments,
        call -> {
          CallToolResult result = call.get();
          assertThat(result.isError()).as("isError of %s", result).isFalse();
          check.accept(result);
        });
  }

  static ToolCall saying(String tool, Map<String, ?> arguments, String... words) {
    return of(tool, arguments, result -> assertThat(result.text()).contains(words));
  }

  /** The tool runs and returns an error result. */
  static ToolCall failing(String tool, Map<String, ?> arguments, String... words) {
    return new ToolCall(
        tool,
        arguments,
        call -> {
          CallToolResult result = call.get();
          assertThat(result.isError()).as("isError of %s", result).isTrue();
          assertThat(result.text()).contains(words);
        });
  }

  /** The server returns a JSON-RPC error. */
  static ToolCall refused(String tool, Map<String, ?> arguments, String... words) {
    return new ToolCall(
        tool,
        arguments,
        call ->
            assertThatThrownBy(call::get)
                .isInstanceOf(McpErrorResponseException.class)
                .hasMessageContainingAll(words));
  }

  /**
   * A JSON-RPC error, or no response from a server that fails over its own error; the server may
   * also end the session before the request is sent, or answer it with status 500 while it ends.
   */
  static ToolCall refusedOrCutOff(String tool, Map<String, ?> arguments, String... words) {
    return new ToolCall(
        tool,
        arguments,
        call ->
            assertThatThrownBy(call::get)
                .satisfiesAnyOf(
                    cutOff -> assertThat(cutOff).isInstanceOf(McpConnectionLostException.class),
                    cutOffBefore ->
                        assertThat(cutOffBefore)
                            .isInstanceOf(McpConnectException.class)
                            .hasCauseInstanceOf(McpConnectionLostException.class),
                    failed ->
                        assertThat(failed)
                            .isInstanceOf(McpHttpStatusException.class)
                            .hasMessageContaining("HTTP status 500"),
                    error ->
                        assertThat(error)
                            .isInstanceOf(McpErrorResponseException.class)
                            .hasMessageContainingAll(words)));
  }

  /** The same for a server that may cut off the handshake before the call: one more attempt. */
  ToolCall repeatedIfNotDelivered() {
    return new ToolCall(
        tool, arguments, call -> expectation.accept(() -> onceMoreIfNotDelivered(call)));
  }

  private static CallToolResult onceMoreIfNotDelivered(Supplier<CallToolResult> call) {
    try {
      return call.get();
    } catch (McpConnectionLostException e) {
      assertThat(e.delivery()).as("delivery of %s", e).isEqualTo(Delivery.NOT_SENT);
      return call.get();
    }
  }

  void run(McpClient client) {
    expectation.accept(
        () ->
            client
                .newCall(new CallToolRequest(tool, Map.copyOf(arguments)), CallOptions.defaults())
                .execute());
  }

  @Override
  public String toString() {
    return tool;
  }
}
