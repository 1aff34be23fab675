package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
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

  /** A JSON-RPC error, or no response from a server that fails over its own error. */
  static ToolCall refusedOrCutOff(String tool, Map<String, ?> arguments, String... words) {
    return new ToolCall(
        tool,
        arguments,
        call ->
            assertThatThrownBy(call::get)
                .satisfiesAnyOf(
                    cutOff -> assertThat(cutOff).matches(ToolCall::isCutOff, "is cut off"),
                    error ->
                        assertThat(error)
                            .isInstanceOf(McpErrorResponseException.class)
                            .hasMessageContainingAll(words)));
  }

  /**
   * How a call fails when the server fails over its own error: its stream ends while the call is in
   * flight or before it is sent, or the POST is answered with status 500 meanwhile.
   */
  static boolean isCutOff(Throwable failure) {
    return failure instanceof McpConnectionLostException
        || (failure instanceof McpConnectException
            && failure.getCause() instanceof McpConnectionLostException)
        || (failure instanceof McpHttpStatusException status && status.status() == 500);
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
