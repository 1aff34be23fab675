package io.mcpbridge.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class McpExceptionTest {

  @Test
  void stripsTerminalSequencesAndInvisibleCharacters() {
    McpException quoted =
        new McpProtocolException("it said \u001B]0;title\u0007\u001B[31mno\u202E\r\nway")
            .withOperation("files", "tools/call read\u001B[2J\nfile");

    assertThat(quoted).hasMessage("Server \"files\", tools/call read file: it said no\nway");
    assertThat(quoted.copyForCaller().reason()).isEqualTo("it said no\nway");
  }

  static List<McpException> kinds() {
    return List.of(
        new McpException("why"),
        new McpAuthorizationException("why", 401, "Bearer", "5"),
        new McpCancelledException("why"),
        new McpConnectException("why"),
        new McpConnectionLostException("why"),
        new McpCredentialsTimeoutException("why"),
        new McpErrorResponseException("why", -32603, "words", List.of(1)),
        new McpHeaderMismatchException("why", -32020, "words", List.of(1)),
        new McpHttpStatusException("why", 503, null, "5"),
        new McpInputRefusedException("why"),
        new McpInputRoundsException("why"),
        new McpInvalidArgumentsException("why"),
        new McpLimitException("why"),
        new McpProtocolException("why"),
        new McpSessionLostException("why"),
        new McpTaskLostException("why"),
        new McpTaskRequiredException("why", -32601, "words", List.of(1)),
        new McpTimeoutException("why"),
        new McpToolErrorException("why"),
        new McpUnavailableException("why", Instant.EPOCH),
        new McpUnknownResultException("why", Map.of("resultType", "odd")),
        new McpUnsupportedException("why"),
        new McpUnsupportedVersionException("why", List.of("2024-11-05")));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void copyForCallerNamesCurrentServerAndOperation(McpException kind) {
    McpException original = kind.withOperation("first", "tools/list");

    McpException copy = original.copyForCaller().withOperation("second", "tools/call search");

    assertThat(copy)
        .hasSameClassAs(original)
        .hasMessage("Server \"second\", tools/call search: why")
        .hasCause(original)
        .usingRecursiveComparison()
        .ignoringFields("cause", "server", "operation", "stackTrace", "detailMessage")
        .isEqualTo(original);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void copyKeepsEverythingElse(McpException original) {
    original.addSuppressed(new IllegalStateException("at the close"));

    McpException copy =
        original.withOperation("files", "tools/list").withDelivery(Delivery.ANSWERED);

    assertThat(copy)
        .hasSameClassAs(original)
        .hasMessage("Server \"files\", tools/list: why")
        .hasSuppressedException(original.getSuppressed()[0])
        .usingRecursiveComparison()
        .ignoringFields("server", "operation", "delivery")
        .isEqualTo(original);
    assertThat(copy.getStackTrace()).isEqualTo(original.getStackTrace());
    assertThat(copy.delivery()).isEqualTo(Delivery.ANSWERED);
    assertThat(original).hasMessage("why");
  }

  @Test
  void copyKeepsTheCause() {
    IllegalStateException cause = new IllegalStateException();

    McpException copy = new McpTimeoutException("why", cause).withOperation("files", "tools/list");

    assertThat(copy).hasCause(cause);
  }

  @Test
  void namesTheFirstOperationOnly() {
    McpException named = new McpTimeoutException("why").withOperation("files", "tools/list");

    assertThat(named.withOperation("other", "ping")).isSameAs(named);
  }

  @Test
  void exceptionOfAnApplicationKeepsItsClass() {
    McpException own = new McpException("why") {};

    assertThat(own.withOperation("files", "tools/list")).isSameAs(own);
    assertThat(own.copyForCaller()).isSameAs(own);
  }

  /** Otherwise a request that may have been sent would be repeated. */
  @Test
  void exceptionOfAnApplicationDoesNotStayUnsent() {
    McpException own = new McpUnavailableException("why", Instant.EPOCH) {};

    McpException sent = own.withDelivery(Delivery.SENT).withOperation("files", "tools/call search");

    assertThat(sent)
        .isExactlyInstanceOf(McpUnavailableException.class)
        .hasMessage("Server \"files\", tools/call search: why")
        .hasCause(own);
    assertThat(sent.delivery()).isEqualTo(Delivery.SENT);
    assertThat(((McpUnavailableException) sent).until()).isEqualTo(Instant.EPOCH);
    assertThat(new McpException("why") {}.withDelivery(Delivery.NOT_SENT).delivery())
        .isEqualTo(Delivery.SENT);
  }

  @Test
  void causeCannotBeSetLater() {
    McpException failure = new McpTimeoutException("why");

    assertThatIllegalStateException().isThrownBy(() -> failure.initCause(new RuntimeException()));
  }
}
