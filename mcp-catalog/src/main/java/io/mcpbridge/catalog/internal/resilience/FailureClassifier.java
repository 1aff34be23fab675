package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;

/**
 * Classifies call failures for the circuit breaker. Tool errors and rejected requests count as
 * answers. A server that cannot be reached at all is left to {@code ServerSupervisor}.
 */
public final class FailureClassifier {

  private FailureClassifier() {}

  public static CircuitBreaker.Outcome of(McpException failure, CallTimeout time) {
    if (failure instanceof McpErrorResponseException || failure instanceof McpProtocolException) {
      return CircuitBreaker.Outcome.SUCCESS; // other answers may still be usable
    }
    if (failure instanceof McpCredentialsTimeoutException) {
      return CircuitBreaker.Outcome
          .IGNORED; // the credentials supplier timed out, perhaps for one caller
    }
    if (failure instanceof McpConnectionLostException) {
      return CircuitBreaker.Outcome.SHARED_FAILURE;
    }
    boolean trouble =
        (failure instanceof McpTimeoutException && time.isUsual())
            || (failure instanceof McpHttpStatusException http && isServerFailure(http.status()));
    return trouble ? CircuitBreaker.Outcome.FAILURE : CircuitBreaker.Outcome.IGNORED;
  }

  private static boolean isServerFailure(int status) {
    return status == 408 || status == 429 || status >= 500;
  }
}
