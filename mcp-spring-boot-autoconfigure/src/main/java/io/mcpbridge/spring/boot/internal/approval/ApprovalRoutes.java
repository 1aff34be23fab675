package io.mcpbridge.spring.boot.internal.approval;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.spring.boot.internal.web.WebRoute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * Lists the calls that wait for approval and the elicitations that wait for their users, and takes
 * decisions and answers. It checks the user itself, whatever the application's filter chain allows.
 * A call of another user cannot be told from one that does not exist.
 */
public final class ApprovalRoutes {

  static final WebResponse UNKNOWN_CALL =
      WebResponse.problem(HttpStatus.NOT_FOUND, "There is no such call.");

  /** The members that belong to each decision. */
  private static final Map<String, Set<String>> MEMBERS =
      Map.of(
          "allow", Set.of("arguments"),
          "allow-always", Set.of("theseArguments", "allUsers"),
          "deny", Set.of("reason"),
          "answer", Set.of("text"));

  private final McpApprovals approvals;
  private final ElicitationRoutes elicitations;
  private final String path;
  private final Supplier<@Nullable User> user;

  /**
   * A user who lists and decides.
   *
   * @param id as in requests for approval
   * @param isApprover whether the user lists and decides about the calls of all users
   */
  public record User(Object id, boolean isApprover) {}

  /**
   * @param user the current user; {@code null} if none is signed in
   */
  public ApprovalRoutes(McpApprovals approvals, String path, Supplier<@Nullable User> user) {
    this.approvals = approvals;
    this.elicitations = new ElicitationRoutes(approvals.elicitations());
    this.path = path;
    this.user = user;
  }

  public List<WebRoute> routes() {
    String callPath = path + "/{id}";
    return List.of(
        route(HttpMethod.GET, path, (request, user) -> list(user)),
        route(HttpMethod.GET, callPath, this::get),
        route(HttpMethod.POST, callPath, this::decide));
  }

  private WebRoute route(
      HttpMethod method, String pattern, BiFunction<WebRequest, User, WebResponse> work) {
    return WebRoute.api(
        method,
        pattern,
        request -> {
          User current = user.get();
          return current == null
              ? WebResponse.problem(HttpStatus.UNAUTHORIZED, "Sign in first.")
              : work.apply(request, current);
        });
  }

  private WebResponse list(User user) {
    List<PendingApproval> calls = user.isApprover() ? approvals.all() : approvals.ofUser(user.id());
    return WebResponse.json(
        Stream.concat(calls.stream().map(call -> json(call, user)), elicitations.list(user))
            .toList());
  }

  private WebResponse get(WebRequest request, User user) {
    String id = id(request);
    return find(id, user)
        .map(call -> WebResponse.json(json(call, user)))
        .orElseGet(() -> elicitations.get(id, user));
  }

  /** Empty for one that a database may refuse. */
  private static String id(WebRequest request) {
    String id = request.pathVariables().getOrDefault("id", "");
    return id.matches("[\\w-]{1,36}") ? id : "";
  }

  private Optional<PendingApproval> find(String id, User user) {
    if (id.isEmpty()) {
      return Optional.empty();
    }
    return user.isApprover() ? approvals.find(id) : approvals.find(id, user.id());
  }

  private static Map<String, @Nullable Object> json(PendingApproval call, User user) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", call.id());
    json.put("kind", "call");
    if (user.isApprover()) {
      json.put("user", call.user());
    }
    json.put("server", call.server());
    json.put("tool", call.tool());
    json.put("title", call.title());
    json.put("question", call.question());
    json.put("arguments", call.arguments());
    json.put("reason", call.reason());
    json.put("created", call.created().toString());
    if (!call.state().isFinal()) {
      json.put("expires", call.expires().toString());
    }
    json.put("state", text(call.state()));
    ApprovalDecision decision = call.decision();
    if (decision != null) {
      json.put("decision", decision.toString());
      json.put("decidedBy", call.decidedBy());
      if (decision.arguments() != null) {
        json.put("changedArguments", decision.arguments());
      }
    }
    return json;
  }

  static String text(ApprovalState state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private WebResponse decide(WebRequest request, User user) {
    String id = id(request);
    PendingApproval call = find(id, user).orElse(null);
    if (call == null) {
      return elicitations.answer(id, request, user);
    }
    ApprovalDecision decision;
    try {
      decision = decision(JsonObject.of(Json.readObject(request.body())));
    } catch (JsonException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, "The body is not a JSON object.");
    } catch (IllegalArgumentException e) {
      return WebResponse.problem(HttpStatus.BAD_REQUEST, Objects.toString(e.getMessage(), ""));
    }
    if (decision.isForAllUsers() && !user.isApprover()) {
      return WebResponse.problem(HttpStatus.FORBIDDEN, "You may not decide for all users.");
    }
    boolean isDecided =
        user.isApprover()
            ? approvals.decideAsApprover(call.id(), user.id(), decision)
            : approvals.decide(call.id(), user.id(), decision);
    if (isDecided) {
      return WebResponse.noContent();
    }
    return find(id, user).filter(it -> it.state() == ApprovalState.WAITING).isPresent()
        ? WebResponse.problem(HttpStatus.FORBIDDEN, "You may not decide about your own calls.")
        : WebResponse.problem(
            HttpStatus.CONFLICT, "The call does not wait for a decision any more.");
  }

  /**
   * Reads a decision. A member that is misspelled or belongs to another decision is refused: an
   * approval without the changed arguments would run the original ones.
   */
  private static ApprovalDecision decision(JsonObject body) {
    String name = body.string("decision", "");
    Set<String> members = MEMBERS.get(name);
    if (members == null) {
      throw new IllegalArgumentException(
          "'decision' must be 'allow', 'allow-always', 'deny' or 'answer'.");
    }
    requireMembers(body, "decision", name, members);
    switch (name) {
      case "allow":
        return body.has("arguments")
            ? ApprovalDecision.allow()
                .withArguments(value(body.object("arguments"), "arguments", "an object").toMap())
            : ApprovalDecision.allow();
      case "allow-always":
        ApprovalDecision always = ApprovalDecision.allowAlways();
        always = isTrue(body, "theseArguments") ? always.forTheseArguments() : always;
        return isTrue(body, "allUsers") ? always.forAllUsers() : always;
      case "deny":
        return body.has("reason")
            ? ApprovalDecision.deny(value(body.string("reason"), "reason", "a text"))
            : ApprovalDecision.deny();
      default:
        String text = value(body.string("text"), "text", "a text");
        return ApprovalDecision.answer(value(text.isBlank() ? null : text, "text", "a text"));
    }
  }

  /**
   * @param kind the member that names what the others belong to
   */
  static void requireMembers(JsonObject body, String kind, String name, Set<String> members) {
    List<String> unknown = new ArrayList<>(body.toMap().keySet());
    unknown.remove(kind);
    unknown.removeAll(members);
    if (!unknown.isEmpty()) {
      String names = String.join(", ", members.stream().sorted().toList());
      throw new IllegalArgumentException(
          "The "
              + kind
              + " '"
              + name
              + "' takes "
              + (names.isEmpty() ? "nothing else" : names + " only")
              + ".");
    }
  }

  private static boolean isTrue(JsonObject body, String name) {
    return body.has(name) && value(body.bool(name), name, "true or false");
  }

  static <T> T value(@Nullable T value, String name, String type) {
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' must be " + type + ".");
    }
    return value;
  }
}
