package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpInputRoundsException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.revision.codec.InputResponses;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.InputResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Provides the input that a server requires for a result and sends the request again (2026-07-28,
 * multi round-trip requests). All rounds share the call's deadline; the input requests of a round
 * run one after the other on the call's thread.
 */
final class InputRequiredStep implements PipelineStep<ClientCall> {

  /** Property name of the limit on input rounds. */
  static final String MAX_INPUT_ROUNDS = "maxInputRounds";

  /** Delay before repeating a request for which the server only asked for a retry. */
  private static final Duration INITIAL_DELAY = Duration.ofMillis(50);

  private static final StepField<Round> ROUND = new StepField<>();

  /**
   * A round after the first.
   *
   * @param number 1 for the first that brings input
   * @param required what the server requires for it
   */
  private record Round(int number, InputRequiredResult required) {}

  private final MessageObservers observers;

  InputRequiredStep(MessageObservers observers) {
    this.observers = observers;
  }

  @Override
  public Next before(ClientCall call) {
    Round round = ROUND.get(call);
    if (round == null) {
      return Next.PROCEED;
    }
    InputRequiredResult required = round.required;
    Wait pause = required.inputRequests().isEmpty() ? call.pause() : null;
    if (pause != null) {
      return pause;
    }
    call.inputs(responses(call, required));
    call.refuseIfCancelled();
    return Next.PROCEED;
  }

  @Override
  public Next after(ClientCall call) {
    Round previous = ROUND.get(call);
    int rounds = previous == null ? 0 : previous.number;
    ROUND.set(call, null);
    call.inputs(null);
    if (call.failure() != null || !(call.result() instanceof InputRequiredResult required)) {
      return Next.RETURN;
    }
    refuseFurtherRound(rounds, call.settings().maxInputRounds());
    refuseRepeatedUrl(previous == null ? null : previous.required, required);
    ROUND.set(call, new Round(rounds + 1, required));
    if (required.inputRequests().isEmpty()) {
      call.beginPause(pause(rounds + 1));
    }
    return Next.AGAIN;
  }

  private InputResponses responses(ClientCall call, InputRequiredResult required) {
    InputContext context = call.inputContext();
    Map<String, InputResult> responses = new LinkedHashMap<>();
    for (Map.Entry<String, InputRequest> asked : required.inputRequests().entrySet()) {
      call.refuseIfCancelled();
      responses.put(
          asked.getKey(),
          observers.handling(
              asked.getValue().method(),
              call.connection(),
              () -> call.settings().inputHandlers().answer(asked.getValue(), context)));
    }
    return new InputResponses(responses, required.requestState());
  }

  private static void refuseFurtherRound(int rounds, int maxRounds) {
    if (rounds >= maxRounds) {
      throw new McpInputRoundsException(
          "the server asked for input more than "
              + maxRounds
              + (maxRounds == 1 ? " time" : " times")
              + " during one call (setting: CallLimits."
              + MAX_INPUT_ROUNDS
              + ")");
    }
  }

  /** Rejects a URL that the user has already visited in the previous round, to avoid a loop. */
  private static void refuseRepeatedUrl(
      @Nullable InputRequiredResult before, InputRequiredResult required) {
    if (required.equals(before)
        && !required.inputRequests().isEmpty()
        && required.inputRequests().values().stream()
            .allMatch(ElicitUrlRequest.class::isInstance)) {
      throw new McpInputRefusedException(
          "the server asks the user to visit the same URL again; call again after the visit");
    }
  }

  private static Duration pause(int round) {
    long longest = INITIAL_DELAY.toMillis() << Math.min(round, 6);
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
  }
}
