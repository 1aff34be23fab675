package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTaskLostException;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CancelTaskRequest;
import io.mcpbridge.model.TaskResult;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes a call that the server runs as a task (2025-11-25, tasks; extension {@code
 * io.modelcontextprotocol/tasks}). Polls the status, provides requested input, and returns the
 * result of the original request, all within the call's deadline. A task outlives connections, so
 * polling continues after a reconnect. A cancelled or timed-out call cancels its task.
 */
final class TaskPollingStep implements PipelineStep<ClientCall> {

  private static final Logger log = LoggerFactory.getLogger(TaskPollingStep.class);
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(10);

  private final PolledCalls followed;
  private final Executor workers;
  private final MessageObservers observers;

  TaskPollingStep(PolledCalls followed, Executor workers, MessageObservers observers) {
    this.followed = followed;
    this.workers = workers;
    this.observers = observers;
  }

  @Override
  public Next before(ClientCall call) {
    TaskPolling polling = call.polling();
    return polling == null ? Next.PROCEED : polling.next(call);
  }

  @Override
  public Next after(ClientCall call) {
    TaskPolling polling = call.polling();
    if (polling == null) {
      if (call.failure() != null || !(call.result() instanceof TaskResult begun)) {
        return Next.RETURN;
      }
      call.polls(new TaskPolling(call, begun, observers));
      followed.begin(call);
      return Next.AGAIN;
    }
    if (polling.goesOn(call)) {
      return Next.AGAIN;
    }
    followed.end(call);
    call.polls(null);
    call.requests(polling.original());
    if (polling.original() instanceof CallToolRequest && isGivenUp(call.failure())) {
      call.connection().inboundHandler().abandoned(call.caller(), null); // the task may go on
      cancelTask(call, polling.taskId());
    }
    return Next.RETURN;
  }

  private static boolean isGivenUp(@Nullable Throwable failure) {
    return failure instanceof RuntimeException
        && !(failure instanceof McpErrorResponseException)
        && !(failure instanceof McpTaskLostException);
  }

  /** Cancels a task in the background, on a best-effort basis. */
  private void cancelTask(ClientCall call, String taskId) {
    String server = call.settings().name();
    ClientCall cancelling =
        call.another(new CancelTaskRequest(taskId), Deadline.after(CANCEL_TIMEOUT));
    try {
      workers.execute(
          () -> {
            try {
              cancelling.runFollowing();
            } catch (RuntimeException e) {
              log.debug("Server \"{}\": a task was not cancelled", server, e);
            }
          });
    } catch (RejectedExecutionException closed) {
      log.debug("Server \"{}\": a task outlives the client", server);
    }
  }
}
