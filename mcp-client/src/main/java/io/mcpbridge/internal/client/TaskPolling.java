package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.TaskResult;
import io.mcpbridge.model.UpdateTaskRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a call has got in polling its task: what it requests next, and when. */
final class TaskPolling {

  private static final Logger log = LoggerFactory.getLogger(TaskPollingStep.class);

  private final McpRequest<?> original;
  private final TaskInputRequests inputRequests;
  private final PollInterval interval = new PollInterval();
  private final FailedPolls failedPolls = new FailedPolls();
  private volatile TaskResult task;

  /** Whether the task was polled and may have asked for input. */
  private boolean isPolled;

  private boolean isPausing;

  /** Whether a failure is one of a poll, which may pass. */
  private boolean isSending;

  private Map<String, InputResult> unconfirmed = Map.of();
  private @Nullable McpException failed;

  TaskPolling(ClientCall call, TaskResult begun, MessageObservers observers) {
    this.inputRequests = new TaskInputRequests(observers);
    this.original = call.request();
    this.task = begun;
    if (begun.status().equals("working")) {
      pause(call);
    }
  }

  /** The request that the server runs as a task. */
  McpRequest<?> original() {
    return original;
  }

  String taskId() {
    return task.taskId();
  }

  /** Chooses the next request, after a pause where one is due. */
  Next next(ClientCall call) {
    isSending = false;
    if (failed != null) {
      McpException latest = failed;
      failed = null;
      failedPolls.add(latest);
      log.debug("Server \"{}\": a poll failed: {}", call.settings().name(), latest.reason());
      pause(call);
    } else if (isPolled) {
      isPolled = false;
      isSending = true;
      unconfirmed = inputRequests.responses(task, call, original);
      if (!unconfirmed.isEmpty()) {
        call.refuseIfCancelled();
        call.requests(new UpdateTaskRequest(task.taskId(), unconfirmed));
        return Next.PROCEED;
      }
      isSending = false;
      polled(call);
    }
    if (isPausing) {
      Wait rest = call.pause();
      if (rest != null) {
        return rest;
      }
      isPausing = false;
      giveUpIfLate(call);
    }
    isSending = true;
    call.requests(task.next());
    return Next.PROCEED;
  }

  /** Evaluates the response; returns whether there is more to request. */
  boolean goesOn(ClientCall call) {
    if (call.failure() instanceof McpException failure && isSending && mayPass(failure)) {
      failed = failure;
      unconfirmed = Map.of();
      return true;
    }
    if (call.failure() != null) {
      return false;
    }
    if (!unconfirmed.isEmpty()) {
      inputRequests.confirmed(unconfirmed.keySet());
      unconfirmed = Map.of();
      polled(call);
      return true;
    }
    if (!(call.result() instanceof TaskResult now)) {
      return false;
    }
    task = now;
    isPolled = true;
    return true;
  }

  private void polled(ClientCall call) {
    failedPolls.end();
    if (task.next() instanceof GetTaskRequest) {
      pause(call);
    }
  }

  private void pause(ClientCall call) {
    isPausing = true;
    call.beginPause(failedPolls.pause(interval.before(task)));
  }

  private static boolean mayPass(McpException failure) {
    return failure instanceof McpConnectionLostException
        || failure instanceof McpConnectException
        || failure instanceof McpSessionLostException
        || failure instanceof McpHttpStatusException;
  }

  private void giveUpIfLate(ClientCall call) {
    if (call.deadline().hasPassed()) {
      McpException latest = failedPolls.latest();
      String late =
          "the server's task was still \""
              + ServerText.line(task.status())
              + "\" after "
              + call.deadline().described();
      throw latest == null
          ? new McpTimeoutException(late)
          : new McpTimeoutException(
              late + ", and the latest poll failed: " + latest.reason(), latest);
    }
  }

  /**
   * The input requests of a task. Each goes to its handler once, and its response is sent until the
   * server confirms it. A server may list a request again after that (extension {@code
   * io.modelcontextprotocol/tasks}, task update requests).
   */
  private static final class TaskInputRequests {

    /** Maximum number of input requests per task. */
    static final int MAX_INPUT_REQUESTS = 100;

    private final MessageObservers observers;
    private final Map<String, InputResult> unconfirmed = new HashMap<>();
    private final Set<String> confirmed = new HashSet<>();

    TaskInputRequests(MessageObservers observers) {
      this.observers = observers;
    }

    /**
     * The responses that the server has not confirmed, from their handlers where they are new.
     *
     * @param request what the server runs as a task
     */
    Map<String, InputResult> responses(TaskResult task, ClientCall call, McpRequest<?> request) {
      InputContext context = call.inputContext(request);
      Map<String, InputResult> responses = new LinkedHashMap<>();
      for (Map.Entry<String, InputRequest> asked : task.inputRequests().entrySet()) {
        String key = asked.getKey();
        if (!confirmed.contains(key)) {
          InputResult known = unconfirmed.get(key);
          responses.put(key, known == null ? resolve(key, asked.getValue(), call, context) : known);
        }
      }
      return responses;
    }

    /** The server has taken these responses. */
    void confirmed(Set<String> keys) {
      confirmed.addAll(keys);
      unconfirmed.clear();
    }

    private InputResult resolve(
        String key, InputRequest question, ClientCall call, InputContext context) {
      if (confirmed.size() + unconfirmed.size() >= MAX_INPUT_REQUESTS) {
        throw new McpLimitException(
            "the server's task asks for more than " + MAX_INPUT_REQUESTS + " inputs");
      }
      call.refuseIfCancelled();
      InputResult answer =
          observers.handling(
              question.method(),
              call.connection(),
              () -> call.settings().inputHandlers().answer(question, context));
      unconfirmed.put(key, answer);
      return answer;
    }
  }
}
