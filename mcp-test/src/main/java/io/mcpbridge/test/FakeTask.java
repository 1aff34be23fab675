package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.internal.server.TaskPlan;
import io.mcpbridge.test.internal.server.TaskStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The course of a task: what the client sees at each poll, and the result. The steps run in the
 * order in which they are added; a task without steps is complete at the first poll. Immutable;
 * every method returns a copy.
 *
 * <pre>{@code
 * server.tool("report").runsAs(
 *     FakeTask.polledEvery(Duration.ofMillis(20))
 *         .working(2)
 *         .asking("city", FakeServerRequest.form("Which city?", "{\"type\": \"object\", ...}"))
 *         .completes(answers -> FakeResult.text(answers.toJson())));
 * }</pre>
 *
 * <p>Supports both kinds of tasks: the extension {@code io.modelcontextprotocol/tasks} of
 * 2026-07-28, and those of 2025-11-25, which the client requests.
 */
public final class FakeTask {

  private final List<TaskStep> steps;
  private final @Nullable Duration pollInterval;
  private final @Nullable Duration ttl;
  private final boolean heedsCancellation;
  private final Function<JsonObject, FakeResult> end;

  private FakeTask(
      List<TaskStep> steps,
      @Nullable Duration pollInterval,
      @Nullable Duration ttl,
      boolean heedsCancellation,
      Function<JsonObject, FakeResult> end) {
    this.steps = List.copyOf(steps);
    this.pollInterval = pollInterval;
    this.ttl = ttl;
    this.heedsCancellation = heedsCancellation;
    this.end = end;
  }

  /** A task with a poll interval, which completes without content. */
  public static FakeTask polledEvery(Duration interval) {
    return new FakeTask(List.of(), interval, null, true, answers -> FakeResult.empty());
  }

  /** A task without a poll interval, which completes without content. */
  public static FakeTask polledAtWill() {
    return new FakeTask(List.of(), null, null, true, answers -> FakeResult.empty());
  }

  /** Sets the task's time to live; default unlimited. */
  public FakeTask ttl(Duration time) {
    return new FakeTask(steps, pollInterval, time, heedsCancellation, end);
  }

  /** Continues after cancellation, as servers may (2026-07-28). */
  public FakeTask ignoringCancellation() {
    return new FakeTask(steps, pollInterval, ttl, false, end);
  }

  /** Is working for this many polls. */
  public FakeTask working(int polls) {
    return then(new TaskStep.Working(polls));
  }

  /** Is working until the latch is open; a poll arrives at the latch. */
  public FakeTask until(Latch latch) {
    return then(new TaskStep.WaitingForLatch(latch));
  }

  /** Requires input from the client, under this key. */
  public FakeTask asking(String key, FakeServerRequest question) {
    return then(new TaskStep.RequestingInput(key, question));
  }

  /**
   * Sends progress notifications to a client that wants them (2025-11-25, tasks, task progress).
   */
  public FakeTask reporting(double progress, @Nullable Double total) {
    return then(new TaskStep.Reporting(progress, total));
  }

  /** Changes the poll interval from now on. */
  public FakeTask thenPolledEvery(Duration interval) {
    return then(new TaskStep.ChangingPollInterval(interval));
  }

  /** Is canceled by the server. */
  public FakeTask cancelledByServer(String reason) {
    return then(new TaskStep.Cancelled(reason));
  }

  /** Completes with a result, a tool execution error, or a JSON-RPC error. */
  public FakeTask completes(FakeResult result) {
    return completes(answers -> result);
  }

  /** Completes with a function of the client's responses, by key. */
  public FakeTask completes(Function<JsonObject, FakeResult> byAnswers) {
    return new FakeTask(steps, pollInterval, ttl, heedsCancellation, byAnswers);
  }

  private FakeTask then(TaskStep step) {
    List<TaskStep> longer = new ArrayList<>(steps);
    longer.add(step);
    return new FakeTask(longer, pollInterval, ttl, heedsCancellation, end);
  }

  TaskPlan plan() {
    return new TaskPlan(
        steps, pollInterval, ttl, heedsCancellation, answers -> end.apply(answers).outcome());
  }
}
