package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpInputRoundsException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.client.connection.Connector;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.internal.pipeline.InputPendingException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.codec.InputRequiredReader;
import io.mcpbridge.internal.revision.codec.InputResponses;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.InputResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
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
   * @param answers the input that is there already, by key
   */
  private record Round(
      int number, InputRequiredResult required, Map<String, ? extends InputResult> answers) {}

  private final MessageObservers observers;
  private final Connector connector;
  private final Supplier<ClientIdentity> identity;

  InputRequiredStep(
      MessageObservers observers, Connector connector, Supplier<ClientIdentity> identity) {
    this.observers = observers;
    this.connector = connector;
    this.identity = identity;
  }

  @Override
  public Next before(ClientCall call) {
    Round round = ROUND.get(call);
    if (round == null) {
      OpenRound from = call.takeResumed();
      if (from == null) {
        return Next.PROCEED;
      }
      call.on(connector.connection(call.deadline()));
      round = resumed(from);
      ROUND.set(call, round);
    }
    InputRequiredResult required = round.required;
    Wait pause = required.inputRequests().isEmpty() ? call.pause() : null;
    if (pause != null) {
      return pause;
    }
    Map<String, InputResult> responses = new LinkedHashMap<>(round.answers);
    OpenRound open = call.isSuspendable() ? openRound(call, round, responses) : null;
    if (open != null) {
      return call.answer(open, required);
    }
    addResponses(call, required, responses);
    call.inputs(new InputResponses(responses, required.requestState()));
    call.refuseIfCancelled();
    return Next.PROCEED;
  }

  private Round resumed(OpenRound from) {
    return new Round(
        from.number(),
        new InputRequiredResult(
            InputRequiredReader.questions(from.inputRequests(), identity.get()),
            from.requestState(),
            Map.of()),
        from.answers());
  }

  @Override
  public Next after(ClientCall call) {
    Round previous = ROUND.get(call);
    int rounds = previous == null ? 0 : previous.number;
    ROUND.set(call, null);
    call.inputs(null);
    if (call.failure() != null
        || call.openRound() != null
        || !(call.result() instanceof InputRequiredResult required)) {
      return Next.RETURN;
    }
    refuseFurtherRound(rounds, call.settings().maxInputRounds());
    refuseRepeatedUrl(previous == null ? null : previous.required, required);
    ROUND.set(call, new Round(rounds + 1, required, Map.of()));
    if (required.inputRequests().isEmpty()) {
      call.beginPause(pause(rounds + 1));
    }
    return Next.AGAIN;
  }

  /**
   * Handles the elicitations first: others would be handled again when the call goes on.
   *
   * @param responses gets the answers that are there
   * @return {@code null} if no answer follows later
   */
  private @Nullable OpenRound openRound(
      ClientCall call, Round round, Map<String, InputResult> responses) {
    InputRequiredResult required = round.required;
    JsonObject inputRequests = call.inputRequests();
    if (inputRequests == null) { // a resumed call has all answers
      return null;
    }
    InputContext callContext = call.inputContext();
    InputContext context =
        new InputContext(callContext.caller(), callContext.call(), callContext.deadline(), true);
    Map<String, ElicitResult> answers = new LinkedHashMap<>();
    Map<String, InputRequest> pending = new LinkedHashMap<>();
    Object store = null;
    for (Map.Entry<String, InputRequest> request : required.inputRequests().entrySet()) {
      if (isElicitation(request.getValue())) {
        Object answer = answerOrStore(call, request.getValue(), context);
        if (answer instanceof ElicitResult result) {
          answers.put(request.getKey(), result);
        } else {
          pending.put(request.getKey(), request.getValue());
          store = answer;
        }
      }
    }
    responses.putAll(answers);
    return pending.isEmpty()
        ? null
        : new OpenRound(
            inputRequests, required.requestState(), answers, pending, store, round.number);
  }

  private static boolean isElicitation(InputRequest request) {
    return request instanceof ElicitFormRequest || request instanceof ElicitUrlRequest;
  }

  private Object answerOrStore(ClientCall call, InputRequest request, InputContext context) {
    return handled(
        call,
        request,
        () -> {
          try {
            return call.settings().inputHandlers().answer(request, context);
          } catch (InputPendingException pending) { // no failure for observers
            return pending.store();
          }
        });
  }

  private <T> T handled(ClientCall call, InputRequest request, Supplier<T> work) {
    call.refuseIfCancelled();
    return observers.handling(request.method(), call.connection(), work);
  }

  private void addResponses(
      ClientCall call, InputRequiredResult required, Map<String, InputResult> responses) {
    InputContext context = call.inputContext();
    for (Map.Entry<String, InputRequest> request : required.inputRequests().entrySet()) {
      if (!responses.containsKey(request.getKey())) {
        InputRequest question = request.getValue();
        responses.put(
            request.getKey(),
            handled(
                call, question, () -> call.settings().inputHandlers().answer(question, context)));
      }
    }
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
    if (before != null
        && required.inputRequests().equals(before.inputRequests())
        && Objects.equals(required.requestState(), before.requestState())
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
