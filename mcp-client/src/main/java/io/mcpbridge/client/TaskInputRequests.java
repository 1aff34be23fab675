package io.mcpbridge.client;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.TaskResult;
import io.mcpbridge.model.UpdateTaskRequest;
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
  static final int MAX_QUESTIONS = 100;

  private final ActiveCall call;
  private final InputHandlers handlers;
  private final Interceptor.Chain chain;
  private final Map<String, InputResult> unconfirmed = new HashMap<>();
  private final Set<String> confirmed = new HashSet<>();

  TaskInputRequests(ActiveCall call, InputHandlers handlers, Interceptor.Chain chain) {
    this.call = call;
    this.handlers = handlers;
    this.chain = chain;
  }

  void answer(TaskResult task) {
    InputContext context = new InputContext(chain.server(), chain.request());
    Map<String, InputResult> answers = new LinkedHashMap<>();
    for (Map.Entry<String, InputRequest> asked : task.inputRequests().entrySet()) {
      String key = asked.getKey();
      if (!confirmed.contains(key)) {
        InputResult known = unconfirmed.get(key);
        answers.put(key, known == null ? asked(key, asked.getValue(), context) : known);
      }
    }
    if (!answers.isEmpty()) {
      call.refuseIfCancelled();
      chain.proceed(new UpdateTaskRequest(task.taskId(), answers));
      confirmed.addAll(answers.keySet());
      unconfirmed.clear();
    }
  }

  private InputResult asked(String key, InputRequest question, InputContext context) {
    if (confirmed.size() + unconfirmed.size() >= MAX_QUESTIONS) {
      throw new McpLimitException(
          "the server's task asks for more than " + MAX_QUESTIONS + " inputs");
    }
    call.refuseIfCancelled();
    InputResult answer = handlers.answer(question, context);
    unconfirmed.put(key, answer);
    return answer;
  }
}
