package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.TaskResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The input requests of a task. Each goes to its handler once, and its response is sent until the
 * server confirms it. A server may list a request again after that (extension {@code
 * io.modelcontextprotocol/tasks}, task update requests).
 */
final class TaskInputRequests {

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
