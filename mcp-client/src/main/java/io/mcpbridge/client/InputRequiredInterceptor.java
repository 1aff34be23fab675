package io.mcpbridge.client;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpInputRoundsException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.revision.InputResponses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Provides the input that a server requires for a result and sends the request again (2026-07-28,
 * multi round-trip requests). All rounds share the call's deadline; the input requests of a round
 * run one after the other on the calling thread.
 */
final class InputRequiredInterceptor implements Interceptor {

  /** Property name of the limit on input rounds. */
  static final String MAX_INPUT_ROUNDS = "limits.max-input-rounds";

  /** Delay before repeating a request for which the server only asked for a retry. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final ActiveCall call;
  private final InputHandlers handlers;
  private final int mostRounds;

  /**
   * @param mostRounds maximum number of input rounds per call
   */
  InputRequiredInterceptor(ActiveCall call, InputHandlers handlers, int mostRounds) {
    this.call = call;
    this.handlers = handlers;
    this.mostRounds = mostRounds;
  }

  @Override
  public McpResult intercept(Chain chain) {
    InputRequiredResult before = null;
    for (int round = 1; ; round++) {
      McpResult result = chain.proceed(chain.request());
      if (!(result instanceof InputRequiredResult required)) {
        return result;
      }
      if (round > mostRounds) {
        throw new McpInputRoundsException(
            "the server still asks for input after "
                + mostRounds
                + (mostRounds == 1 ? " round" : " rounds")
                + " of the same call (setting "
                + MAX_INPUT_ROUNDS
                + ")");
      }
      refuseToVisitAgain(before, required);
      if (required.inputRequests().isEmpty()) {
        pause(round);
      }
      call.bring(answers(chain, required));
      call.refuseIfCancelled();
      before = required;
    }
  }

  private InputResponses answers(Chain chain, InputRequiredResult required) {
    InputContext context = new InputContext(chain.server(), chain.request());
    Map<String, InputResult> answers = new LinkedHashMap<>();
    for (Map.Entry<String, InputRequest> asked : required.inputRequests().entrySet()) {
      call.refuseIfCancelled();
      answers.put(asked.getKey(), handlers.answer(asked.getValue(), context));
    }
    return new InputResponses(answers, required.requestState());
  }

  /** Rejects a URL that the user has already visited in the previous round, to avoid a loop. */
  private static void refuseToVisitAgain(
      @Nullable InputRequiredResult before, InputRequiredResult required) {
    if (required.equals(before)
        && !required.inputRequests().isEmpty()
        && required.inputRequests().values().stream()
            .allMatch(ElicitUrlRequest.class::isInstance)) {
      throw new McpInputRefusedException(
          "the server asks the user to visit the same URL again; call once more when the visit is"
              + " over");
    }
  }

  private void pause(int round) {
    long longest = FIRST_PAUSE.toMillis() << Math.min(round, 6);
    call.pause(Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1)));
  }
}
