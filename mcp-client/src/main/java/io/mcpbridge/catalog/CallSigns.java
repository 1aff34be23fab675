package io.mcpbridge.catalog;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;

/**
 * What the failure of a call says of the way to its server. A tool that fails, or refuses what it
 * was asked, has answered; that a server cannot be reached at all is for supervision to deal with.
 */
final class CallSigns {

  private CallSigns() {}

  static Circuit.Sign of(McpException failure, CallTime time) {
    if (failure instanceof McpErrorResponseException || failure instanceof McpProtocolException) {
      return Circuit.Sign.WELL; // of whatever use the answer is: others may be better
    }
    if (failure instanceof McpCredentialsTimeoutException) {
      return Circuit.Sign.NONE; // whoever gives them is late, perhaps to this caller alone
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
