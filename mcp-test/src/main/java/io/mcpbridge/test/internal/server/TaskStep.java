package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step of a task. */
public interface TaskStep {

  /** Whether the task is still in this step at a poll. */
  boolean isActive(TaskRun run, Turn turn);

  /** Runs through this step, for as long as it takes (2025-11-25, {@code tasks/result}). */
  default void pass(TaskRun run, Turn waiting) throws InterruptedException {
    isActive(run, waiting);
  }

  record Working(int polls) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      return run.timesSeen() < polls;
    }
  }

  record WaitingForLatch(Latch latch) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      return !latch.isOpen();
    }

    @Override
    public void pass(TaskRun run, Turn waiting) throws InterruptedException {
      latch.pass();
    }
  }

  record RequestingInput(String key, FakeServerRequest question) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      return run.requiresInput(key, question);
    }

    /** Sends the request on the stream for the task's result, as related to the task. */
    @Override
    public void pass(TaskRun run, Turn waiting) throws InterruptedException {
      FakeServerRequest related =
          question.with("_meta", JsonObject.of(InitializeTasks.relatedTask(run.id())).toJson());
      JsonRpcResponse answer = waiting.sendRequest(related).await();
      JsonObject result = answer.result();
      if (result == null) {
        run.answer(key, JsonObject.of(Map.of("error", message(answer.error()))));
        return;
      }
      run.answer(key, result);
      InitializeTasks.checkRelated(run, result, waiting.core());
    }

    private static String message(@Nullable JsonRpcError error) {
      return error == null ? "" : error.message();
    }
  }

  record Reporting(double progress, @Nullable Double total) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      run.report(turn, progress, total);
      return false;
    }
  }

  record ChangingPollInterval(Duration interval) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      run.pollEvery(interval);
      return false;
    }
  }

  record Cancelled(String reason) implements TaskStep {
    @Override
    public boolean isActive(TaskRun run, Turn turn) {
      run.giveUp(reason);
      return true;
    }
  }
}
