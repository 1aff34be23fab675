package io.mcpbridge.catalog;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;

/**
 * Classifies call failures for the circuit breaker. Tool errors and rejected requests count as
 * answers. A server that cannot be reached at all is left to {@link Supervision}.
 */
final class CallSigns {

  private CallSigns() {}

  static Circuit.Sign of(McpException failure, CallTime time) {
    if (failure instanceof McpErrorResponseException || failure instanceof McpProtocolException) {
      return Circuit.Sign.WELL; // other answers may still be usable
    }
    if (failure instanceof McpCredentialsTimeoutException) {
      return Circuit.Sign.NONE; // the credentials supplier timed out, perhaps for one caller
    }
    if (failure instanceof McpConnectionLostException) {
      return Circuit.Sign.SHARED_TROUBLE;
    }
    boolean trouble =
        (failure instanceof McpTimeoutException && time.isUsual())
            || (failure instanceof McpHttpStatusException http && isTrouble(http.status()));
    return trouble ? Circuit.Sign.TROUBLE : Circuit.Sign.NONE;
  }

  private static boolean isTrouble(int status) {
    return status == 408 || status == 429 || status >= 500;
  }
}
