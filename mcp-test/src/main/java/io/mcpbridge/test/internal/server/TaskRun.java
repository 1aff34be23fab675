package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One running task. Thread-safe. */
final class TaskRun {

  static final String WORKING = "working";
  static final String INPUT_REQUIRED = "input_required";
  static final String COMPLETED = "completed";
  static final String FAILED = "failed";
  static final String CANCELLED = "cancelled";

  /** A poll slightly before the end of the interval is tolerated: clocks differ. */
  private static final double TOLERATED = 0.9;

  private final String id = "task-" + UUID.randomUUID();
  private final Instant createdAt = Instant.now();
  private final TaskPlan plan;
  private final @Nullable Object progressToken;
  private final HandledCall call;
  private final Deque<TaskStep> remainingSteps;
  private final Map<String, FakeServerRequest> requests = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> answers = new LinkedHashMap<>();

  private String status = WORKING;
  private @Nullable String statusMessage;
  private @Nullable Duration pollInterval;
  private @Nullable JsonObject result;
  private @Nullable JsonRpcError error;
  private int timesSeen;
  private long lookedAtNanos = System.nanoTime();

  TaskRun(TaskPlan plan, HandledCall call) {
    this.plan = plan;
    this.call = call;
    this.progressToken = call.received().meta().get("progressToken");
    this.remainingSteps = new ArrayDeque<>(plan.steps());
    this.pollInterval = plan.pollInterval();
  }

  String id() {
    return id;
  }

  Instant createdAt() {
    return createdAt;
  }

  @Nullable Duration ttl() {
    return plan.ttl();
  }

  synchronized String status() {
    return status;
  }

  synchronized @Nullable String statusMessage() {
    return statusMessage;
  }

  synchronized @Nullable Duration pollInterval() {
    return pollInterval;
  }

  synchronized boolean isOver() {
    return status.equals(COMPLETED) || status.equals(FAILED) || status.equals(CANCELLED);
  }

  synchronized @Nullable JsonObject result() {
    return result;
  }

  synchronized @Nullable JsonRpcError error() {
    return error;
  }

  /** The pending input requests, by key. */
  synchronized Map<String, FakeServerRequest> open() {
    Map<String, FakeServerRequest> open = new LinkedHashMap<>(requests);
    open.keySet().removeAll(answers.keySet());
    return open;
  }

  /**
   * Handles a poll: advances to the first step that is not complete. False if the poll is too
   * early.
   */
  synchronized boolean poll(Turn turn) throws InterruptedException {
    long now = System.nanoTime();
    boolean inTime =
        pollInterval == null || now - lookedAtNanos >= TOLERATED * pollInterval.toNanos();
    while (!isOver()) {
      TaskStep step = remainingSteps.peek();
      if (step == null) {
        end();
      } else if (step.isActive(this, turn)) {
        timesSeen++;
        break;
      } else {
        advance(step);
      }
    }
    lookedAtNanos = System.nanoTime();
    return inTime;
  }

  /** Waits until the task is complete. */
  void await(Turn waiting) throws InterruptedException {
    while (!isOver()) {
      TaskStep step = next();
      if (step == null) {
        end();
      } else {
        step.pass(this, waiting);
        advance(step);
      }
    }
  }

  private synchronized @Nullable TaskStep next() {
    return remainingSteps.peek();
  }

  private synchronized void advance(TaskStep finished) {
    if (!isOver() && remainingSteps.peek() == finished) {
      remainingSteps.remove();
      timesSeen = 0;
      status = WORKING;
    }
  }

  private synchronized void end() throws InterruptedException {
    if (isOver()) {
      return;
    }
    try {
      result = plan.end().apply(JsonObject.of(answers)).play(call);
      status = COMPLETED;
    } catch (JsonRpcRefusal jsonRpcRefusal) {
      error = jsonRpcRefusal.error();
      status = FAILED;
      statusMessage = jsonRpcRefusal.error().message();
    }
  }

  /** The number of polls in the current step. */
  synchronized int timesSeen() {
    return timesSeen;
  }

  /** Whether this input is still missing; requests it if so. */
  synchronized boolean requiresInput(String key, FakeServerRequest question) {
    requests.put(key, question);
    boolean isMissing = !answers.containsKey(key);
    status = isMissing ? INPUT_REQUIRED : status;
    return isMissing;
  }

  /** Accepts a response; false if no such request is pending. */
  synchronized boolean answer(String key, JsonObject answer) {
    boolean isFirst = !answers.containsKey(key);
    answers.putIfAbsent(key, answer.toMap());
    return isFirst;
  }

  synchronized void pollEvery(Duration interval) {
    pollInterval = interval;
  }

  synchronized void giveUp(String reason) {
    status = CANCELLED;
    statusMessage = reason;
  }

  /** The client cancels the task. */
  synchronized void cancel() {
    if (plan.heedsCancellation() && !isOver()) {
      giveUp("The task was cancelled by request.");
    }
  }

  void report(Turn turn, double progress, @Nullable Double total) {
    if (progressToken != null) {
      JsonObject params =
          JsonObject.empty()
              .with("progressToken", progressToken)
              .with("progress", progress)
              .with("_meta", InitializeTasks.relatedTask(id));
      params = total == null ? params : params.with("total", total);
      turn.send(new JsonRpcNotification("notifications/progress", params));
    }
  }
}
