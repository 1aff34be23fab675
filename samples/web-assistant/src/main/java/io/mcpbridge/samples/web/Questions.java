package io.mcpbridge.samples.web;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.spring.boot.McpInputHandler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Questions of servers to the user of a call (elicitation), answered in the page. */
@Component
class Questions {

  /**
   * A question in the page.
   *
   * @param fields to fill in
   */
  record Question(String id, String text, List<String> fields) {}

  private record Open(
      String user, Question question, CompletableFuture<Optional<Map<String, Object>>> answer) {}

  private final Map<String, Open> open = new ConcurrentHashMap<>();

  /** During a call: a form of the server. */
  @McpInputHandler
  ElicitResult fillIn(ElicitFormRequest form, InputContext context) {
    List<String> fields = FormSchema.of(form).fields().stream().map(FormField::name).toList();
    return ask(context.caller(), form.message(), fields)
        .join()
        .map(ElicitResult::accept)
        .orElseGet(ElicitResult::decline);
  }

  private CompletableFuture<Optional<Map<String, Object>>> ask(
      CallerContext caller, String text, List<String> fields) {
    if (caller.user() == null) { // a server's request that belongs to no call, or to several users'
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Question question = new Question(UUID.randomUUID().toString(), text, fields);
    CompletableFuture<Optional<Map<String, Object>>> answer = new CompletableFuture<>();
    open.put(question.id(), new Open(caller.user().toString(), question, answer));
    return answer
        .completeOnTimeout(Optional.empty(), 4, TimeUnit.MINUTES)
        .whenComplete((values, failure) -> open.remove(question.id()));
  }

  List<Question> of(String user) {
    return open.values().stream()
        .filter(entry -> entry.user().equals(user))
        .map(Open::question)
        .toList();
  }

  /** Answers a question of this user; empty for a no. */
  void answer(String user, String id, Optional<Map<String, Object>> answer) {
    Open question = open.get(id);
    if (question != null && question.user().equals(user)) {
      question.answer().complete(answer);
    }
  }
}
