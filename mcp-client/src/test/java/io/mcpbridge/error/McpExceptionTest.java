package io.mcpbridge.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class McpExceptionTest {

  @Test
  void aMessageHoldsNoTerminalSequenceAndNoInvisibleCharacter() {
    McpException quoted =
        new McpProtocolException("it said \u001B]0;title\u0007\u001B[31mno\u202E\r\nway");
    quoted.during("files", "tools/call read\u001B[2J\nfile");

    assertThat(quoted).hasMessage("Server \"files\", tools/call read file: it said no\nway");
    assertThat(quoted.again().reason()).isEqualTo("it said no\nway");
  }

  static List<McpException> kinds() {
    return List.of(
        new McpException("why"),
        new McpCancelledException("why"),
        new McpConnectException("why"),
        new McpConnectionLostException("why"),
        new McpCredentialsTimeoutException("why"),
        new McpErrorResponseException("why", -32603, "words", List.of(1)),
        new McpHeaderMismatchException("why", -32020, "words", List.of(1)),
        new McpHttpStatusException("why", 401, "Bearer", "5"),
        new McpInputRefusedException("why"),
        new McpInputRoundsException("why"),
        new McpInvalidArgumentsException("why"),
        new McpLimitException("why"),
        new McpProtocolException("why"),
        new McpSessionLostException("why"),
        new McpTaskLostException("why"),
        new McpTaskRequiredException("why", -32601, "words", List.of(1)),
        new McpTimeoutException("why"),
        new McpUnavailableException("why", Instant.EPOCH),
        new McpUnknownResultException("why", Map.of("resultType", "odd")),
        new McpUnsupportedException("why"),
        new McpUnsupportedVersionException("why", List.of("2024-11-05")));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsThrownAgainSaysTheSameOfAnotherCall(McpException original) {
    original.during("first", "tools/list");

    McpException again = original.again();
    again.during("second", "tools/call search");

    assertThat(again)
        .hasSameClassAs(original)
        .hasMessage("Server \"second\", tools/call search: why")
        .hasCause(original)
        .usingRecursiveComparison()
        .ignoringFields("cause", "server", "operation", "stackTrace", "detailMessage")
        .isEqualTo(original);
  }
}
