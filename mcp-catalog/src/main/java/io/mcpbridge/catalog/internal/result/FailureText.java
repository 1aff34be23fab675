package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.supervision.OutdatedApprovalException;
import io.mcpbridge.error.McpAuthorizationException;
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
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.text.ServerText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Describes a failed call to the model in one short sentence: what the model can act on, without
 * addresses, settings or credentials, which are for the developer.
 */
public final class FailureText {

  private static final int MAX_SERVER_TEXT = 1_000;

  private FailureText() {}

  /**
   * Describes the failure of a call.
   *
   * @param name the tool's model name
   */
  public static String of(McpException failure, String name) {
    boolean mayHaveRun = failure.delivery().mayHaveRun();
    if (failure instanceof McpErrorResponseException refused) {
      String words = line(refused.serverMessage());
      return "The call of "
          + name
          + " was refused: "
          + (words.isEmpty() ? "error " + refused.code() : words);
    }
    if (failure instanceof OutdatedApprovalException && !mayHaveRun) {
      return OutdatedApprovalException.sentence(name);
    }
    if (failure instanceof McpInvalidArgumentsException) {
      return "The call of " + name + " was not made: " + line(failure.reason()) + ".";
    }
    if (failure instanceof McpInputRefusedException) {
      return name + " needs input that it did not get: " + line(failure.reason()) + ".";
    }
    if (failure instanceof McpHttpStatusException http) {
      return of(http, name);
    }
    if (failure instanceof McpUnavailableException rejected) {
      return unavailable(name, pause(rejected.until()), mayHaveRun);
    }
    if (failure instanceof McpSessionLostException || (!mayHaveRun && isNetworkFailure(failure))) {
      return unavailable(name, null, mayHaveRun);
    }
    if (failure instanceof McpTimeoutException) {
      return name + " did not answer in time; it may still have run.";
    }
    if (isNetworkFailure(failure)) {
      return "The connection was lost while " + name + " ran; whether it took effect is unknown.";
    }
    if (failure instanceof McpTaskLostException) {
      return name + " was abandoned by its server; whether it took effect is unknown.";
    }
    if (failure instanceof McpInputRoundsException) {
      return name + " asked for input too many times; go on without it.";
    }
    if (failure instanceof McpLimitException && mayHaveRun) {
      return "The answer of " + name + " was too large; ask for less.";
    }
    if (failure instanceof McpCancelledException) {
      return "The call of " + name + " was cancelled.";
    }
    if (failure instanceof McpProtocolException && mayHaveRun) {
      return "The answer of "
          + name
          + " could not be understood; whether it took effect is unknown.";
    }
    return of(name);
  }

  private static String line(String words) {
    return ServerText.line(words, MAX_SERVER_TEXT);
  }

  /** Describes an HTTP error, which is not a result of the tool. */
  private static String of(McpHttpStatusException http, String name) {
    if (http instanceof McpAuthorizationException) {
      return name + " is not authorized; a user must grant access first.";
    }
    Duration pause = http.retryAfter(Instant.now());
    boolean mayPass = http.status() == 408 || http.status() == 429 || http.status() >= 500;
    if (!mayPass) {
      return of(name);
    }
    boolean mayHaveRun = http.delivery().mayHaveRun();
    return http.status() == 429 || !mayHaveRun
        ? unavailable(name, pause, mayHaveRun)
        : "The server of "
            + name
            + " failed; whether it took effect is unknown. Try again "
            + (pause == null ? "later." : delay(pause) + ".");
  }

  private static String unavailable(String name, @Nullable Duration pause, boolean mayHaveRun) {
    return name
        + " is temporarily unavailable; "
        + (mayHaveRun ? "whether it took effect is unknown" : "it did not run")
        + ". Go on without it or try "
        + (pause == null ? "later." : "again " + delay(pause) + ".");
  }

  private static @Nullable Duration pause(@Nullable Instant until) {
    return until == null ? null : Duration.between(Instant.now(), until);
  }

  private static String delay(Duration pause) {
    long seconds = Math.max(1, pause.plusMillis(999).toSeconds());
    if (seconds == 1) {
      return "in about a second";
    }
    return seconds <= 120
        ? "in about " + seconds + " seconds"
        : "in about " + (seconds + 59) / 60 + " minutes";
  }

  private static boolean isNetworkFailure(McpException failure) {
    return failure instanceof McpTimeoutException
        || failure instanceof McpConnectException
        || failure instanceof McpConnectionLostException
        || failure instanceof McpSessionLostException;
  }

  /** The sentence for a failure that the model cannot act on. */
  public static String of(String name) {
    return name + " failed; trying the same again will not help.";
  }
}
