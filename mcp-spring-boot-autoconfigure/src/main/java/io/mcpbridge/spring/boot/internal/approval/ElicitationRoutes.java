package io.mcpbridge.spring.boot.internal.approval;

import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes.User;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Lists the elicitations that wait for their users at the endpoints of approvals, and answers. An
 * approver declines those of others, but does not accept them: what a form contains and who opens a
 * URL would count as theirs.
 */
record ElicitationRoutes(McpElicitations elicitations) {

  Stream<Map<String, @Nullable Object>> list(User user) {
    List<PendingElicitation> ofUser = elicitations.ofUser(user.id());
    if (!user.isApprover()) {
      return ofUser.stream().map(elicitation -> json(elicitation, user, true));
    }
    Set<PendingElicitation> accepted = Set.copyOf(ofUser);
    return elicitations.all().stream()
        .map(
            elicitation ->
                json(
                    elicitation,
                    user,
                    elicitation.user() == null || accepted.contains(elicitation)));
  }

  private boolean mayAccept(PendingElicitation elicitation, User user) {
    return elicitation.user() == null || elicitations.find(elicitation.id(), user.id()).isPresent();
  }

  WebResponse get(String id, User user) {
    return find(id, user)
        .map(elicitation -> WebResponse.json(json(elicitation, user, mayAccept(elicitation, user))))
        .orElse(ApprovalRoutes.UNKNOWN_CALL);
  }

  /**
   * @param id empty if it cannot be one
   */
  private Optional<PendingElicitation> find(String id, User user) {
    if (id.isEmpty()) {
      return Optional.empty();
    }
    return user.isApprover() ? elicitations.find(id) : elicitations.find(id, user.id());
  }

  private static Map<String, @Nullable Object> json(
      PendingElicitation elicitation, User user, boolean mayAccept) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", elicitation.id());
    json.put("kind", elicitation.url() == null ? "form" : "url");
    if (user.isApprover()) {
      json.put("user", elicitation.user());
    }
    json.put("server", elicitation.server());
    json.put("tool", elicitation.tool());
    json.put("message", elicitation.message());
    if (elicitation.request() instanceof ElicitFormRequest form) {
      json.put("requestedSchema", form.requestedSchema());
    } else if (mayAccept) {
      json.put("url", elicitation.url());
    }
    json.put("mayAccept", mayAccept);
    json.put("created", elicitation.created().toString());
    if (!elicitation.state().isFinal()) {
      json.put("expires", elicitation.expires().toString());
    }
    json.put("state", ApprovalRoutes.text(elicitation.state()));
    if (elicitation.answeredBy() != null) {
      json.put("answeredBy", elicitation.answeredBy());
    }
    return json;
  }

  WebResponse answer(String id, WebRequest request, User user) {
    PendingElicitation elicitation = find(id, user).orElse(null);
    if (elicitation == null) {
      return ApprovalRoutes.UNKNOWN_CALL;
    }
    boolean isAnswered;
    try {
      ElicitResult result = result(JsonObject.of(Json.readObject(request.body())));
      if (result.action() == ElicitResult.Action.ACCEPT && !mayAccept(elicitation, user)) {
        return WebResponse.problem(HttpStatus.FORBIDDEN, "Only the user of the call may accept.");
      }
      isAnswered =
          user.isApprover()
              ? elicitations.answerAsApprover(id, user.id(), result)
              : elicitations.answer(id, user.id(), result);
    } catch (JsonException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "The body is not a JSON object.");
    } catch (IllegalArgumentException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, Objects.toString(e.getMessage(), ""));
    }
    return isAnswered
        ? WebResponse.noContent()
        : WebResponse.problem(HttpStatus.CONFLICT, "It does not wait for an answer any more.");
  }

  private static ElicitResult result(JsonObject body) {
    String action = body.string("action", "");
    ElicitResult result =
        switch (action) {
          case "accept" -> ElicitResult.accept();
          case "decline" -> ElicitResult.decline();
          case "cancel" -> ElicitResult.cancel();
          default ->
              throw new IllegalArgumentException(
                  "'action' must be 'accept', 'decline' or 'cancel'.");
        };
    ApprovalRoutes.requireMembers(
        body, "action", action, action.equals("accept") ? Set.of("content") : Set.of());
    return body.has("content")
        ? ElicitResult.accept(
            ApprovalRoutes.value(body.object("content"), "content", "an object").toMap())
        : result;
  }
}
