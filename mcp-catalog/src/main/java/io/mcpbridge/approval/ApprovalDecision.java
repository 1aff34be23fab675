package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.internal.client.OpenRound;
import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The decision about an {@link ApprovalRequest}: the call runs, runs with other arguments, is
 * refused, or is answered in place of the tool. Immutable.
 *
 * <pre>{@code
 * ApprovalDecision.allow();                                        // this call
 * ApprovalDecision.allow().withArguments(Map.of("path", "/tmp"));  // with other arguments
 * ApprovalDecision.deny("use the test database");
 * ApprovalDecision.answer("The order was cancelled by phone.");    // the tool does not run
 * ApprovalDecision.allowAlways();                                  // this user's calls of the tool
 * ApprovalDecision.allowAlways().forTheseArguments();              // with the same arguments
 * ApprovalDecision.allowAlways().forAllUsers();                    // all users' calls of the tool
 * }</pre>
 */
public final class ApprovalDecision {

  private static final ApprovalDecision ALLOW = new ApprovalDecision(Kind.ALLOW, null, null);
  private static final ApprovalDecision ALLOW_ALWAYS =
      new ApprovalDecision(Kind.ALLOW_ALWAYS, null, null);
  private static final ApprovalDecision DENY = new ApprovalDecision(Kind.DENY, null, null);

  private final Kind kind;
  private final @Nullable String text;
  private final @Nullable Map<String, @Nullable Object> arguments;
  private final boolean allUsers;
  private final boolean theseArguments;
  private final @Nullable Question question;

  /**
   * @param approvals where the outcome is recorded; {@code null} if it is not
   * @param round that the call goes on from; {@code null} if it begins
   */
  private record Question(
      String approvalId, @Nullable McpApprovals approvals, @Nullable OpenRound round) {}

  private ApprovalDecision(
      Kind kind, @Nullable String text, @Nullable Map<String, @Nullable Object> arguments) {
    this(kind, text, arguments, false, false, null);
  }

  private ApprovalDecision(
      Kind kind,
      @Nullable String text,
      @Nullable Map<String, @Nullable Object> arguments,
      boolean allUsers,
      boolean theseArguments,
      @Nullable Question question) {
    this.kind = kind;
    this.text = text;
    this.arguments = arguments;
    this.allUsers = allUsers;
    this.theseArguments = theseArguments;
    this.question = question;
  }

  private enum Kind {
    ALLOW,
    ALLOW_ALWAYS,
    DENY,
    ANSWER,
    SUSPEND
  }

  /** Allows this call only. */
  public static ApprovalDecision allow() {
    return ALLOW;
  }

  /**
   * Allows the call with these arguments in place of the model's. They are not repaired; the
   * {@linkplain io.mcpbridge.arguments.FixedArguments fixed} ones are added. If they do not match
   * the tool's schema, or a rule denies them, the call does not run.
   *
   * @param changed JSON values: strings, numbers, booleans, lists, maps and {@code null}; copied
   * @throws IllegalArgumentException if this is not {@link #allow()}, or a text has half a
   *     character
   * @throws io.mcpbridge.json.JsonException if a value is no JSON value
   */
  public ApprovalDecision withArguments(Map<String, ? extends @Nullable Object> changed) {
    if (kind != Kind.ALLOW) {
      throw new IllegalArgumentException("only allow() takes other arguments");
    }
    String json = Json.write(changed);
    if (!json.equals(UnicodeText.repaired(json))) {
      throw new IllegalArgumentException("the arguments are no Unicode text");
    }
    return new ApprovalDecision(kind, null, Json.readObject(json), false, false, question);
  }

  /**
   * Allows this call and later calls of the same tool by the same user, with any arguments, without
   * asking again. Ends when the server changes the tool's definition, or is replaced by a server at
   * another address. The user is {@link ApprovalRequest#user()}; without a known user, it is for
   * the conversation.
   */
  public static ApprovalDecision allowAlways() {
    return ALLOW_ALWAYS;
  }

  /**
   * Extends {@link #allowAlways()} to calls of all users, known or anonymous. For approvers who may
   * decide for others.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forAllUsers() {
    requireAlways();
    return new ApprovalDecision(kind, null, null, true, theseArguments, question);
  }

  /**
   * Limits {@link #allowAlways()} to calls with the same arguments as this call; the order of JSON
   * members does not matter.
   *
   * @throws IllegalArgumentException if this is not {@link #allowAlways()}
   */
  public ApprovalDecision forTheseArguments() {
    requireAlways();
    return new ApprovalDecision(kind, null, null, allUsers, true, question);
  }

  private void requireAlways() {
    if (kind != Kind.ALLOW_ALWAYS) {
      throw new IllegalArgumentException("only allowAlways() is for users or arguments");
    }
  }

  /** Refuses this call without a reason. */
  public static ApprovalDecision deny() {
    return DENY;
  }

  /**
   * Refuses this call.
   *
   * @param reason returned to the model, such as {@code use the test database}, without a full stop
   */
  public static ApprovalDecision deny(String reason) {
    return new ApprovalDecision(Kind.DENY, Objects.requireNonNull(reason), null);
  }

  /**
   * Answers the call in place of the tool, which does not run.
   *
   * @param result what the model reads as the tool's result
   * @throws IllegalArgumentException if it is blank
   */
  public static ApprovalDecision answer(String result) {
    if (result.isBlank()) {
      throw new IllegalArgumentException("an answer in place of the tool must not be blank");
    }
    return new ApprovalDecision(Kind.ANSWER, result, null);
  }

  /** The call does not wait; it is made later if a person allows it. */
  static ApprovalDecision suspended(PendingApproval call) {
    return new ApprovalDecision(
        Kind.SUSPEND, call.waitsFor(), null, false, false, new Question(call.id(), null, null));
  }

  /** What the model reads after the name of the tool; {@code null} unless the call is suspended. */
  @Nullable String waitsFor() {
    return kind == Kind.SUSPEND ? text : null;
  }

  /**
   * The same decision, about a stored call.
   *
   * @param approvals where the outcome is recorded; {@code null} if it is not
   */
  ApprovalDecision about(String approvalId, @Nullable McpApprovals approvals) {
    return about(approvalId, approvals, null);
  }

  /**
   * As {@link #about(String, McpApprovals)}, of a suspended call.
   *
   * @param round that the call goes on from; {@code null} if it begins
   */
  ApprovalDecision about(
      String approvalId, @Nullable McpApprovals approvals, @Nullable OpenRound round) {
    return new ApprovalDecision(
        kind,
        text,
        arguments,
        allUsers,
        theseArguments,
        new Question(approvalId, approvals, round));
  }

  @Nullable OpenRound round() {
    return question == null ? null : question.round();
  }

  /** The call is over: records how. */
  void callEnded(Delivery delivery, @Nullable ToolOutput output) {
    if (question != null && question.approvals() != null) {
      question.approvals().ended(question.approvalId(), delivery, output);
    }
  }

  /** Whether the call may run. */
  public boolean isAllowed() {
    return kind == Kind.ALLOW || kind == Kind.ALLOW_ALWAYS;
  }

  /** Whether later calls of the tool are allowed without asking. */
  public boolean isAlways() {
    return kind == Kind.ALLOW_ALWAYS;
  }

  /** Whether {@link #isAlways()} is for all users instead of this call's. */
  public boolean isForAllUsers() {
    return allUsers;
  }

  /** Whether {@link #isAlways()} is only for calls with the same arguments. */
  public boolean isForTheseArguments() {
    return theseArguments;
  }

  /** The arguments in place of the model's; {@code null} if they are unchanged. */
  public @Nullable Map<String, @Nullable Object> arguments() {
    return arguments;
  }

  /** Why the call is refused; {@code null} if it is not, or without a reason. */
  public @Nullable String reason() {
    return kind == Kind.DENY ? text : null;
  }

  /** The answer in place of the tool's; {@code null} if there is none. */
  public @Nullable String answer() {
    return kind == Kind.ANSWER ? text : null;
  }

  /**
   * The {@link PendingApproval#id} of the call, if {@link McpApprovals} asked; otherwise {@code
   * null}.
   */
  public @Nullable String approvalId() {
    return question == null ? null : question.approvalId();
  }

  /** Whether the call does not wait for the decision; it has not run. */
  public boolean isSuspended() {
    return kind == Kind.SUSPEND;
  }

  /** The state of a call that was decided so. */
  ApprovalState state() {
    return isAllowed()
        ? ApprovalState.ALLOWED
        : kind == Kind.ANSWER ? ApprovalState.ANSWERED : ApprovalState.DENIED;
  }

  /** For a store. */
  Map<String, @Nullable Object> toJson() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("kind", kind.name());
    json.put("text", text == null ? null : UnicodeText.repaired(text));
    json.put("arguments", arguments);
    json.put("allUsers", allUsers);
    json.put("theseArguments", theseArguments);
    return json;
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException if it is of a later version
   */
  static ApprovalDecision fromJson(JsonObject json) {
    JsonObject arguments = json.object("arguments");
    return new ApprovalDecision(
        Kind.valueOf(json.string("kind", "")),
        json.string("text"),
        arguments == null ? null : arguments.toMap(),
        Boolean.TRUE.equals(json.bool("allUsers")),
        Boolean.TRUE.equals(json.bool("theseArguments")),
        null);
  }

  /** Leaves out arguments and answers, so that it is safe to log. */
  @Override
  public String toString() {
    return (kind == Kind.ALLOW_ALWAYS ? "allow" : kind.name().toLowerCase(Locale.ROOT))
        + (arguments == null ? "" : " with other arguments")
        + (isAlways() ? " always" : "")
        + (theseArguments ? " with these arguments" : "")
        + (allUsers ? " for all users" : "");
  }
}
