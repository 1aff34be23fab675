package io.mcpbridge.approval;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Tool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that {@link McpApprovals} asks about: who made it, what would be sent, and what became of
 * it. Immutable, as it was when it was read.
 */
public final class PendingApproval {

  private static final int MAX_VALUE_LENGTH = 200;

  /** About 100 years. */
  private static final long MAX_MEMORY_SECONDS = 36_500L * 24 * 60 * 60;

  /** Entries with another number are of a later version, and are not read. */
  private static final long FORMAT = 1;

  /**
   * Elicitations and calls that wait for input have a number of their own: an earlier version would
   * take them for calls that wait for approval.
   */
  private static final long INPUT_FORMAT = 2;

  private final StoredApproval stored;
  private final JsonObject content;

  private PendingApproval(StoredApproval stored, JsonObject content) {
    this.stored = stored;
    this.content = content;
  }

  /**
   * A call that waits from now on.
   *
   * @param user {@code null} if unknown
   * @param conversation {@code null} if unknown
   * @param isSuspended whether nothing waits for the decision
   */
  static PendingApproval waiting(
      String id,
      ApprovalRequest request,
      @Nullable String user,
      @Nullable String conversation,
      Instant created,
      Instant expires,
      boolean isSuspended) {
    Tool tool = request.tool();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("format", FORMAT);
    members.put("id", id);
    members.put("user", user);
    members.put("conversation", conversation);
    members.put("server", request.server());
    members.put("tool", tool.name());
    members.put("modelName", request.modelName());
    members.put("title", ServerText.line(tool.displayName(), MAX_VALUE_LENGTH));
    members.put("question", question(tool, request.shownArguments()));
    members.put("arguments", Json.write(request.shownArguments()));
    members.put("argumentsHash", request.argumentsHash());
    members.put("definitionHash", request.definitionHash());
    members.put("reason", request.reason());
    members.put("suspended", isSuspended);
    members.put("idempotent", tool.annotations().idempotentHint());
    members.put("runUntil", expires.toEpochMilli());
    members.put("rememberSeconds", request.memory().duration().toSeconds());
    members.put("rememberArguments", request.memory().needsArguments());
    return stored(id, 0, ApprovalState.WAITING, created, expires, members);
  }

  /**
   * An elicitation that waits from now on.
   *
   * @param members what is stored of it, with the members {@code elicitation} and {@code user}
   */
  static PendingApproval elicitation(
      String id,
      Instant created,
      Instant expires,
      Map<String, ? extends @Nullable Object> members) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("format", INPUT_FORMAT);
    all.put("id", id);
    all.putAll(members);
    return stored(id, 0, ApprovalState.WAITING, created, expires, all);
  }

  /** Whether it is no call, but an elicitation, see {@link PendingElicitation}. */
  boolean isElicitation() {
    return content.has("elicitation");
  }

  JsonObject content() {
    return content;
  }

  /**
   * The changes of a call that its server requires input for.
   *
   * @param round see {@link SuspendedRounds}
   * @param end until when it may go on
   */
  static Map<String, @Nullable Object> roundMembers(
      Map<String, @Nullable Object> round, Instant end) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("format", INPUT_FORMAT);
    members.put("round", round);
    members.put("runUntil", end.toEpochMilli());
    return members;
  }

  /** The input that the call waits for, or waited for; {@code null} if there is none. */
  @Nullable JsonObject round() {
    return content.object("round");
  }

  /** The call as one that the policy allows, without a person. */
  PendingApproval allowedByPolicy() {
    Map<String, @Nullable Object> changes = new LinkedHashMap<>();
    changes.put("allowedByPolicy", true);
    changes.put("decision", ApprovalDecision.allow().toJson());
    return with(ApprovalState.ALLOWED, expires(), changes);
  }

  /** Whether the policy allowed it, so that no person was asked. */
  boolean isAllowedByPolicy() {
    return Boolean.TRUE.equals(content.bool("allowedByPolicy"));
  }

  /** What the model reads after the name of a tool whose call waits. */
  String waitsFor() {
    JsonObject round = round();
    return round == null
        ? "has not run: it waits for the approval of a person (approval " + id() + ")"
        : "has not finished: it waits for its user to "
            + (Boolean.TRUE.equals(round.bool("isForm")) ? "fill in a form" : "visit a URL")
            + " (id "
            + id()
            + ")";
  }

  /** The state is stored twice, so that one that was edited in a database is noticed. */
  private static PendingApproval stored(
      String id,
      long version,
      ApprovalState state,
      Instant created,
      Instant expires,
      Map<String, @Nullable Object> members) {
    members.put("state", state.name());
    members.put("version", version);
    members.put("created", created.toEpochMilli());
    members.put("expires", expires.toEpochMilli());
    JsonObject content = JsonObject.of(members);
    return new PendingApproval(
        StoredApproval.of(
            id,
            version,
            state,
            owner(content.string("user")),
            conversation(content),
            created,
            expires,
            Json.write(members)),
        content);
  }

  /** The memory of this decision as an entry of its own. */
  PendingApproval remembered(
      String id, long version, Instant now, ApprovalDecision decision, String decider) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>(content.toMap());
    members.put("id", id);
    members.put("decision", decision.toJson());
    members.put("decidedBy", decider);
    members.put("suspended", false);
    Long seconds = content.integer("rememberSeconds");
    Instant end = now.plusSeconds(seconds == null ? 0 : Math.min(seconds, MAX_MEMORY_SECONDS));
    return stored(id, version, ApprovalState.REMEMBERED, now, end, members);
  }

  PendingApproval withoutArguments() {
    return with(state(), expires(), Map.of("arguments", "{}", "question", ""));
  }

  /** A call that this remembered decision allows, under the id of the decision. */
  PendingApproval reused(
      ApprovalRequest request, @Nullable String user, @Nullable String conversation) {
    Map<String, @Nullable Object> changes = new LinkedHashMap<>();
    changes.put("decision", content.get("decision"));
    changes.put("decidedBy", decidedBy());
    Instant now = Instant.now();
    return waiting(id(), request, user, conversation, now, now, false)
        .with(ApprovalState.ALLOWED, now, changes);
  }

  /** Whether "always" counts only for these arguments. */
  boolean needsArguments() {
    return Boolean.TRUE.equals(content.bool("rememberArguments"));
  }

  /** The entry as a call; {@code null} if it is of a later version, or was edited. */
  static @Nullable PendingApproval of(StoredApproval stored) {
    JsonObject content;
    try {
      content = JsonObject.of(Json.readObject(stored.content()));
    } catch (JsonException e) {
      return null;
    }
    boolean isOfInput = content.has("elicitation") || content.has("round");
    boolean isConsistent =
        is(content, "format", isOfInput ? INPUT_FORMAT : FORMAT)
            && stored.id().equals(content.string("id"))
            && stored.state().name().equals(content.string("state"))
            && is(content, "version", stored.version())
            && is(content, "created", stored.created().toEpochMilli())
            && is(content, "expires", stored.expires().toEpochMilli());
    return isConsistent ? new PendingApproval(stored, content) : null;
  }

  private static boolean is(JsonObject content, String name, long value) {
    Long number = content.integer(name);
    return number != null && number == value;
  }

  /**
   * The hash by which a store finds the calls of a user, or of unknown users.
   *
   * @param user {@code null} if unknown
   */
  static String owner(@Nullable String user) {
    return Sha256.of(user == null ? "unknown" : "user " + user);
  }

  /**
   * The hash by which a store finds the suspended calls of a conversation.
   *
   * @param user {@code null} if unknown
   * @param conversation {@code null} if unknown
   */
  static String conversation(@Nullable String user, @Nullable String conversation) {
    return Sha256.of(Json.write(Arrays.asList(user, conversation)));
  }

  /** None if the conversation waits for nothing. */
  private static @Nullable String conversation(JsonObject content) {
    return Boolean.TRUE.equals(content.bool("suspended"))
            && !Boolean.TRUE.equals(content.bool("delivered"))
        ? conversation(content.string("user"), content.string("conversation"))
        : null;
  }

  /** The next version of the entry. */
  PendingApproval with(
      ApprovalState state, Instant expires, Map<String, ? extends @Nullable Object> changes) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>(content.toMap());
    members.putAll(changes);
    return stored(id(), stored.version() + 1, state, created(), expires, members);
  }

  StoredApproval stored() {
    return stored;
  }

  /** Identifies the call; random, so that it cannot be guessed. */
  public String id() {
    return stored.id();
  }

  /** How far the call had got. */
  public ApprovalState state() {
    return stored.state();
  }

  /** The user on whose behalf the call is made; {@code null} if unknown. */
  public @Nullable String user() {
    return content.string("user");
  }

  /** The conversation that it belongs to; {@code null} if unknown. */
  public @Nullable String conversation() {
    return content.string("conversation");
  }

  /** The key of the server that would receive the call. */
  public String server() {
    return content.string("server", "");
  }

  /** The tool's name on its server. */
  public String tool() {
    return content.string("tool", "");
  }

  /** The tool's name as the model sees it. */
  public String modelName() {
    return content.string("modelName", "");
  }

  /** The tool's title, or else its name; the server's words. */
  public String title() {
    return content.string("title", "");
  }

  /**
   * The arguments that would be sent, as plain Java values, without those that the application has
   * {@linkplain io.mcpbridge.arguments.FixedArguments fixed}; may contain secrets.
   */
  public Map<String, @Nullable Object> arguments() {
    return Json.readObject(argumentsJson());
  }

  /** The {@link #arguments}, as one line of JSON. */
  public String argumentsJson() {
    return content.string("arguments", "{}");
  }

  /**
   * What a decision would allow, in words such as {@code allow files__write with these arguments
   * for ada, for 24 hours at most}. For the person who decides.
   */
  public String rule(ApprovalDecision decision) {
    if (!decision.isAlways()) {
      return (decision.isAllowed() ? "allow" : "refuse") + " this call of " + modelName();
    }
    Long seconds = content.integer("rememberSeconds");
    long hours = seconds == null ? 0 : (seconds + 3599) / 3600;
    String requester =
        user() != null
            ? user()
            : conversation() != null
                ? "this conversation"
                : "all callers without a user and a conversation";
    return "allow "
        + modelName()
        + (decision.isForTheseArguments() || needsArguments()
            ? " with these arguments"
            : " with any arguments")
        + (decision.isForAllUsers() ? " for all users" : " for " + ServerText.line(requester))
        + (hours == 1 ? ", for 1 hour at most" : ", for " + hours + " hours at most");
  }

  /** Why approval is needed, see {@link ApprovalRequest#reason}. */
  public String reason() {
    return content.string("reason", "");
  }

  /** What the approval is for, see {@link ApprovalRequest#definitionHash}. */
  public String definitionHash() {
    return content.string("definitionHash", "");
  }

  /** Of all arguments that would be sent; empty if it was not stored, which equals none. */
  String argumentsHash() {
    return content.string("argumentsHash", "");
  }

  /** Since when it waits. */
  public Instant created() {
    return stored.created();
  }

  /** See {@link StoredApproval#expires}. */
  public Instant expires() {
    return stored.expires();
  }

  /** Whether the call does not wait for the decision, but is made when the application resumes. */
  public boolean isSuspended() {
    return Boolean.TRUE.equals(content.bool("suspended"));
  }

  /**
   * Whether the call was made a second time after its outcome was unknown, see {@link
   * McpApprovals.Builder#repeatIdempotent}.
   */
  public boolean isRepeated() {
    return Boolean.TRUE.equals(content.bool("repeated"));
  }

  /** Whether the server says that another call of the tool changes nothing. */
  boolean isIdempotent() {
    return Boolean.TRUE.equals(content.bool("idempotent"));
  }

  /** The decision; {@code null} if there is none. */
  public @Nullable ApprovalDecision decision() {
    JsonObject decision = content.object("decision");
    try {
      return decision == null ? null : ApprovalDecision.fromJson(decision).about(id(), null);
    } catch (IllegalArgumentException e) {
      return null; // a later version knows more kinds
    }
  }

  /** Who decided; {@code null} before the decision. */
  public @Nullable String decidedBy() {
    return content.string("decidedBy");
  }

  /** What the model gets as the result of a suspended call; {@code null} if it has not run. */
  @Nullable String output() {
    return content.string("output");
  }

  boolean isOutputError() {
    return Boolean.TRUE.equals(content.bool("isError"));
  }

  /** Until when it may run, whatever {@link #expires} now means. */
  Instant runUntil() {
    Long end = content.integer("runUntil");
    return end == null ? Instant.MIN : Instant.ofEpochMilli(end);
  }

  boolean hasNotBegun() {
    return state() == ApprovalState.WAITING || state() == ApprovalState.ALLOWED;
  }

  /**
   * The call in words, for the person who decides, such as {@code Cancel order: Order 17, Reason
   * "late"}: the title of the tool, and each argument with its title. Both are the server's words.
   * Values are JSON, with invisible characters escaped. One of more than 200 characters is cut, and
   * its length follows; show {@link #argumentsJson}, too, where that matters.
   */
  public String question() {
    return content.string("question", "");
  }

  private static String question(Tool tool, Map<String, @Nullable Object> arguments) {
    List<String> shown = new ArrayList<>();
    arguments.forEach(
        (name, value) ->
            shown.add((arguments.size() == 1 ? "" : title(tool, name) + " ") + shown(value)));
    String title = ServerText.line(tool.displayName(), MAX_VALUE_LENGTH);
    return shown.isEmpty() ? title : title + ": " + String.join(", ", shown);
  }

  private static String title(Tool tool, String argument) {
    Object title =
        tool.inputSchema().get("properties") instanceof Map<?, ?> properties
                && properties.get(argument) instanceof Map<?, ?> schema
            ? schema.get("title")
            : null;
    return ServerText.line(title instanceof String text ? text : argument, MAX_VALUE_LENGTH);
  }

  private static String shown(@Nullable Object value) {
    String json = Json.write(value);
    String shown = DisplayText.escapedLine(json, MAX_VALUE_LENGTH);
    return json.length() > MAX_VALUE_LENGTH ? shown + " (" + json.length() + " characters)" : shown;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PendingApproval that
        && id().equals(that.id())
        && stored.version() == that.stored.version();
  }

  @Override
  public int hashCode() {
    return id().hashCode();
  }

  /** Leaves out the values of arguments, so that it is safe to log. */
  @Override
  public String toString() {
    return id()
        + ": call of "
        + modelName()
        + " with "
        + ServerText.line(arguments().keySet().toString());
  }
}
