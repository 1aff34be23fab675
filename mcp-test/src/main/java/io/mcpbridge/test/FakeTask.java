package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a call goes that a server works on as a task: what the client finds each time it looks, and
 * what comes of it. The steps follow each other in the order in which they are added; a task
 * without any is done when the client looks first. Immutable; every method makes a new one.
 *
 * <pre>{@code
 * server.tool("report").runsAs(
 *     FakeTask.polledEvery(Duration.ofMillis(20))
 *         .working(2)
 *         .asking("city", FakeQuestion.form("Which city?", "{\"type\": \"object\", ...}"))
 *         .completes(answers -> FakeResult.text(answers.toJson())));
 * }</pre>
 *
 * <p>Works in both ways in which there are tasks: the extension {@code
 * io.modelcontextprotocol/tasks} of 2026-07-28, and 2025-11-25, where the client asks for a task.
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

  /** A task that says how often to look, and comes to a result without content. */
  public static FakeTask polledEvery(Duration interval) {
    return new FakeTask(List.of(), interval, null, true, answers -> FakeResult.empty());
  }

  /** A task that does not say how often to look, and comes to a result without content. */
  public static FakeTask polledAtWill() {
    return new FakeTask(List.of(), null, null, true, answers -> FakeResult.empty());
  }

  /** Is kept for this long after it began, as the server says; default: for good. */
  public FakeTask keptFor(Duration time) {
    return new FakeTask(steps, pollInterval, time, heedsCancellation, end);
  }

  /** Goes on when it is cancelled, as servers may (2026-07-28). */
  public FakeTask ignoringCancellation() {
    return new FakeTask(steps, pollInterval, ttl, false, end);
  }

  /** Is worked on this many times that the client looks. */
  public FakeTask working(int polls) {
    return then(new TaskStep.Working(polls));
  }

  /** Is worked on until the gate is open; to look is to arrive at the gate. */
  public FakeTask until(Gate gate) {
    return then(new TaskStep.Until(gate));
  }

  /** Needs an answer from the client, which goes by this key. */
  public FakeTask asking(String key, FakeQuestion question) {
    return then(new TaskStep.Asking(key, question));
  }

  /** Reports progress to a client that wants it (2025-11-25, tasks, task progress). */
  public FakeTask reporting(double progress, @Nullable Double total) {
    return then(new TaskStep.Reporting(progress, total));
  }

  /** Says from now on that it is to be looked at this often. */
  public FakeTask thenPolledEvery(Duration interval) {
    return then(new TaskStep.Every(interval));
  }

  /** Is given up by the server. */
  public FakeTask cancelledByServer(String why) {
    return then(new TaskStep.GivenUp(why));
  }

  /** Comes to this: a result, a failure of the tool, or a JSON-RPC error. */
  public FakeTask completes(FakeResult result) {
    return completes(answers -> result);
  }

  /** Comes to something that depends on what the client answered, by key. */
  public FakeTask completes(Function<JsonObject, FakeResult> byAnswers) {
    return new FakeTask(steps, pollInterval, ttl, heedsCancellation, byAnswers);
  }

  private FakeTask then(TaskStep step) {
    List<TaskStep> longer = new ArrayList<>(steps);
    longer.add(step);
    return new FakeTask(longer, pollInterval, ttl, heedsCancellation, end);
  }

  List<TaskStep> steps() {
    return steps;
  }

  @Nullable Duration pollInterval() {
    return pollInterval;
  }

  @Nullable Duration ttl() {
    return ttl;
  }

  boolean heedsCancellation() {
    return heedsCancellation;
  }

  FakeResult end(JsonObject answers) {
    return end.apply(answers);
  }
}
