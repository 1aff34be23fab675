package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.ServerText;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.TaskResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes a call that the server runs as a task (2025-11-25, tasks; extension {@code
 * io.modelcontextprotocol/tasks}). Polls the status, provides requested input, and returns the
 * result of the original request, all within the call's deadline on the calling thread. A task
 * outlives connections, so polling continues after a reconnect. A cancelled or timed-out call
 * cancels its task.
 */
final class TaskPollingInterceptor implements Interceptor {

  private static final Logger log = LoggerFactory.getLogger(TaskPollingInterceptor.class);

  private final ActiveCall call;
  private final InputHandlers handlers;
  private final PolledCalls followed;
  private final Consumer<String> cancelTask;

  /**
   * @param cancelTask cancels a task on the server; never blocks
   */
  TaskPollingInterceptor(
      ActiveCall call, InputHandlers handlers, PolledCalls followed, Consumer<String> cancelTask) {
    this.call = call;
    this.handlers = handlers;
    this.followed = followed;
    this.cancelTask = cancelTask;
  }

  @Override
  public McpResult intercept(Chain chain) {
    McpResult result = chain.proceed(chain.request());
    if (!(result instanceof TaskResult begun)) {
      return result;
    }
    followed.begin(call);
    try {
      return call.aside(() -> outcome(chain, begun));
    } catch (McpErrorResponseException | McpTaskLostException over) {
      throw over;
    } catch (RuntimeException givenUp) {
      if (chain.request() instanceof CallToolRequest) {
        cancelTask.accept(begun.taskId());
      }
      throw givenUp;
    } finally {
      followed.end(call);
    }
  }

  private McpResult outcome(Chain chain, TaskResult begun) {
    TaskInputRequests questions = new TaskInputRequests(call, handlers, chain);
    PollInterval pause = new PollInterval();
    TaskResult task = begun;
    boolean atOnce = !begun.status().equals("working");
    FailedPolls lost = new FailedPolls();
    while (true) {
      if (!atOnce) {
        call.pause(lost.pause(pause.before(task)));
        giveUpIfLate(task, lost.latest());
      }
      try {
        McpResult polled = chain.proceed(task.next());
        if (!(polled instanceof TaskResult now)) {
          return polled;
        }
        task = now;
        questions.answer(now);
        atOnce = !(now.next() instanceof GetTaskRequest);
        lost.end();
      } catch (McpConnectionLostException
          | McpConnectException
          | McpSessionLostException
          | McpHttpStatusException e) {
        lost.add(e);
        log.debug("Server \"{}\": a poll was lost: {}", chain.server(), e.reason());
        atOnce = false;
      }
    }
  }

  private void giveUpIfLate(TaskResult task, @Nullable McpException lost) {
    if (call.deadline().hasPassed()) {
      String late =
          "the server's task was still \""
              + ServerText.line(task.status())
              + "\" after "
              + call.deadline().described();
      throw lost == null
          ? new McpTimeoutException(late)
          : new McpTimeoutException(late + ", and the latest poll lost: " + lost.reason(), lost);
    }
  }
}
