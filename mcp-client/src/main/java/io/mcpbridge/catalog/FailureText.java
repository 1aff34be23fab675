package io.mcpbridge.catalog;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpInputRoundsException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.McpTimeoutException;

/**
 * One short sentence for the model about a call that did not come to a result: what it can act on,
 * and nothing of addresses, settings or credentials, which are for the developer.
 */
final class FailureText {

  private static final int MOST_OF_A_SERVERS_WORDS = 1_000;

  private FailureText() {}

  static String of(McpException failure, CatalogTool tool) {
    String name = tool.modelName();
    if (failure instanceof McpErrorResponseException refused) {
      String words = refused.serverMessage();
      return "The call of "
          + name
          + " was refused: "
          + (words.isBlank() ? "error " + refused.code() : shortened(words));
    }
    if (failure instanceof McpInvalidArgumentsException) {
      return "The call of " + name + " was not made: " + failure.reason() + ".";
    }
    if (failure instanceof McpInputRefusedException) {
      return name + " needs input that it did not get: " + failure.reason() + ".";
    }
    if (failure.isNothingSent() && isOfTheWay(failure)) {
      return name + " is temporarily unavailable; it did not run. Go on without it or try later.";
    }
    if (failure instanceof McpTimeoutException) {
      return name + " did not answer in time; it may still have run.";
    }
    if (isOfTheWay(failure)) {
      return "The connection was lost while " + name + " ran; whether it took effect is unknown.";
    }
    if (failure instanceof McpTaskLostException) {
      return name + " was given up by its server; whether it took effect is unknown.";
    }
    if (failure instanceof McpInputRoundsException) {
      return name + " asked for input again and again; go on without it.";
    }
    if (failure instanceof McpLimitException && !failure.isNothingSent()) {
      return "The answer of " + name + " was too large to take; ask for less.";
    }
    if (failure instanceof McpCancelledException) {
      return "The call of " + name + " was cancelled.";
    }
    if (failure instanceof McpHttpStatusException http
        && (http.isUnauthorized() || http.status() == 403)) {
      return name + " is not authorized; a person has to grant access first.";
    }
    return of(tool);
  }

  private static boolean isOfTheWay(McpException failure) {
    return failure instanceof McpTimeoutException
        || failure instanceof McpConnectException
        || failure instanceof McpConnectionLostException;
  }

  /** When there is nothing to be said that the model could act on. */
  static String of(CatalogTool tool) {
    return tool.modelName() + " failed; trying the same again will not help.";
  }

  private static String shortened(String words) {
    return words.length() <= MOST_OF_A_SERVERS_WORDS
        ? words
        : words.substring(0, MOST_OF_A_SERVERS_WORDS) + " ...";
  }
}
