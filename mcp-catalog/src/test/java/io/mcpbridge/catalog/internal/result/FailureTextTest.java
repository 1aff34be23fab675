package io.mcpbridge.catalog.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpbridge.catalog.internal.supervision.OutdatedApprovalException;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpCallLimitException;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpInputRoundsException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProcessExitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.McpTaskRequiredException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.error.McpUnknownResultException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTextTest {

  /** For developers; must never reach the model. */
  private static final String INTERNAL =
      "https://user:s3cret@example.com/mcp?key=s3cret (setting headers, token s3cret)";

  private static final Tool NOW =
      new Tool(
          "now", null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());

  private static final CatalogTool TOOL =
      new CatalogTool("weather__now", "weather", NOW, NOW, Visibility.OFFERED);

  /** One of each kind, as thrown by a call. */
  static List<McpException> kinds() {
    return List.of(
        new McpException(INTERNAL),
        new McpCallLimitException(INTERNAL),
        new McpCancelledException(INTERNAL),
        new McpConnectException(INTERNAL),
        new McpConnectionLostException(INTERNAL),
        new McpErrorResponseException(INTERNAL, -32603, "out of memory", null),
        new McpHeaderMismatchException(INTERNAL, -32020, "Mcp-Param-City", null),
        new McpHttpStatusException(INTERNAL, 404, null, null),
        new McpInputRefusedException("the user said no"),
        new McpInputRoundsException(INTERNAL),
        new McpInvalidArgumentsException("city must be a text"),
        new McpLimitException(INTERNAL),
        new McpProcessExitException(INTERNAL, 1, false, ""),
        new McpProtocolException(INTERNAL),
        new McpSessionLostException(INTERNAL),
        new McpTaskLostException(INTERNAL),
        new McpTaskRequiredException(INTERNAL, -32601, "task required", null),
        new McpTimeoutException(INTERNAL),
        new McpCredentialsTimeoutException(INTERNAL),
        new McpAuthorizationException(INTERNAL),
        new McpToolErrorException(INTERNAL),
        new McpUnavailableException(INTERNAL, Instant.now().plusSeconds(30)),
        new McpUnavailableException(INTERNAL, null),
        new McpUnknownResultException(INTERNAL, Map.of()),
        new McpUnsupportedException(INTERNAL),
        new McpUnsupportedVersionException(INTERNAL, List.of()),
        new OutdatedApprovalException("the server was replaced"));
  }

  /** The same, before anything was sent. */
  static Stream<Arguments> all() {
    List<McpException> unsent =
        kinds().stream().map(failure -> failure.withDelivery(Delivery.NOT_SENT)).toList();
    Stream<McpException> statuses =
        Stream.of(400, 401, 403, 404, 408, 413, 429, 500, 502, 503)
            .map(status -> McpHttpStatusException.of(INTERNAL, status, null, "40"));
    return Stream.of(kinds().stream(), unsent.stream(), statuses)
        .flatMap(failures -> failures)
        .map(failure -> Arguments.of(failure.getClass().getSimpleName(), failure));
  }

  @Test
  void coversEveryExceptionClass() {
    List<String> classes =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.mcpbridge")
                .stream()
                .filter(type -> type.isAssignableTo(McpException.class))
                .map(JavaClass::getName)
                .toList();

    assertThat(classes).hasSizeGreaterThan(15);
    assertThat(kinds()).extracting(failure -> failure.getClass().getName()).containsAll(classes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void theModelReadsOneShortSentenceThatNamesTheTool(String kind, McpException failure) {
    String text = FailureText.of(failure, TOOL.modelName());

    assertThat(text)
        .contains("weather__now")
        .doesNotContain("s3cret", "example.com", "setting", "Exception", "HTTP", "null")
        .matches("[^\n]{10,200}")
        .matches("(?s).*(\\.|memory|City|required)");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void callWithAnEarlierAttemptMayHaveRun(String kind, McpException failure) {
    assertThat(FailureText.of(failure.withDelivery(Delivery.SENT), TOOL.modelName()))
        .doesNotContain("did not run")
        .matches("[^\n]{10,200}");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void theDeveloperReadsServerAndToolAndReason(String kind, McpException failure) {
    assertThat(failure.withOperation("weather", "tools/call now"))
        .hasSameClassAs(failure)
        .hasMessage("Server \"weather\", tools/call now: " + failure.reason())
        .hasMessageEndingWith(failure.reason());
  }

  @ParameterizedTest
  @CsvSource({
    "1, in about a second",
    "40, in about 40 seconds",
    "120, in about 120 seconds",
    "121, in about 3 minutes",
    "600, in about 10 minutes"
  })
  void whenToTryAgainIsSaidInRoundNumbers(String seconds, String words) {
    McpException busy = new McpHttpStatusException("busy", 429, null, seconds);

    assertThat(FailureText.of(busy, TOOL.modelName()))
        .isEqualTo(
            "weather__now is temporarily unavailable; it did not run."
                + " Go on without it or try again "
                + words
                + ".");
  }

  @Test
  void truncatesLongServerMessage() {
    McpException wordy =
        new McpErrorResponseException("why", 1, "x" + "\uD83C\uDF27".repeat(5_000), null);

    assertThat(FailureText.of(wordy, TOOL.modelName()))
        .hasSizeLessThan(2_100)
        .endsWith("\uDF27...");
  }
}
