package io.mcpbridge.approval;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tool call that needs approval. Immutable. */
public final class ApprovalRequest {

  private final Subject subject;
  private final String reason;
  private final Duration timeout;
  private final Memory memory;
  private final boolean isAllowedByPolicy;

  ApprovalRequest(Subject subject, String reason, Duration timeout, Memory memory) {
    this(subject, reason, timeout, memory, false);
  }

  private ApprovalRequest(
      Subject subject, String reason, Duration timeout, Memory memory, boolean isAllowedByPolicy) {
    this.isAllowedByPolicy = isAllowedByPolicy;
    this.subject = subject;
    this.reason = reason;
    this.timeout = timeout;
    this.memory = memory;
  }

  /**
   * The call, whatever the rule that asks about it.
   *
   * @param fixedArguments the names of those arguments that the application has fixed, which models
   *     and people are not shown
   */
  record Subject(
      String modelName,
      Tool tool,
      Map<String, @Nullable Object> arguments,
      CallOptions options,
      CallerContext caller,
      String definitionHash,
      Set<String> fixedArguments) {}

  ApprovalRequest because(String rule, Duration limit, Memory length) {
    return new ApprovalRequest(subject, rule, limit, length);
  }

  ApprovalRequest allowedByPolicy(boolean isAllowed) {
    return new ApprovalRequest(subject, reason, timeout, memory, isAllowed);
  }

  /** Whether the call goes on that the policy allows without a person. */
  boolean isAllowedByPolicy() {
    return isAllowedByPolicy;
  }

  /**
   * How {@code allowAlways()} is remembered.
   *
   * @param duration for how long
   * @param needsArguments whether only for the same arguments, since the rule that asks depends on
   *     them
   */
  record Memory(Duration duration, boolean needsArguments) {}

  /** The tool's name as the model sees it. */
  public String modelName() {
    return subject.modelName;
  }

  /** The tool as described to the model, with the server's annotations, which are untrusted. */
  public Tool tool() {
    return subject.tool;
  }

  /** The arguments that would be sent, as plain Java values; may contain secrets. */
  public Map<String, @Nullable Object> arguments() {
    return subject.arguments;
  }

  /** The caller's options for this call. */
  public CallOptions options() {
    return subject.options;
  }

  /** On whose behalf the call is made, and its id in events and log lines. */
  public CallerContext caller() {
    return subject.caller;
  }

  /** Why approval is needed: the rule, such as {@code ask shell__run when /command regex "rm"}. */
  public String reason() {
    return reason;
  }

  /** A hash of the server's address and the tool's definition, which an approval is for. */
  public String definitionHash() {
    return subject.definitionHash;
  }

  /** How long the call waits. */
  public Duration timeout() {
    return timeout;
  }

  Memory memory() {
    return memory;
  }

  /** The key of the server that would receive the call. */
  public String server() {
    return caller().server();
  }

  /**
   * The user on whose behalf the call is made: from an adapter's {@code ThreadContextProvider} or
   * the caller's {@link CallOptions.Builder#user}.
   *
   * @return {@code null} if unknown
   */
  public @Nullable Object user() {
    return caller().user();
  }

  /** The arguments without those that the application has fixed. */
  Map<String, @Nullable Object> shownArguments() {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(arguments());
    shown.keySet().removeAll(subject.fixedArguments);
    return shown;
  }

  /** Of all arguments: a decision is for the call that would be sent, which people see in part. */
  String argumentsHash() {
    return Sha256.of(Json.canonical(arguments()));
  }

  /** The arguments as one line of JSON, for display. */
  public String argumentsJson() {
    return Json.write(arguments());
  }

  /** Leaves out the values of arguments, so that it is safe to log. */
  @Override
  public String toString() {
    return "call of " + modelName() + " with " + ServerText.line(arguments().keySet().toString());
  }
}
