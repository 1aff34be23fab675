package io.mcpbridge.approval;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that needs approval.
 *
 * @param modelName the tool's name as the model sees it
 * @param tool the tool as described to the model, with the server's annotations, which are
 *     untrusted
 * @param arguments the arguments that would be sent, as plain Java values; may contain secrets
 * @param options the caller's options for this call
 * @param caller on whose behalf the call is made, and its id in events and log lines
 * @param reason why approval is needed: the rule, such as {@code ask shell__run when /command regex
 *     "rm|sudo"}
 * @param definitionHash a hash of the server's address and the tool's definition, which an approval
 *     is for
 * @param timeout how long the call waits
 * @param memory how {@code allowAlways()} is remembered
 * @param fixedArguments the names of those arguments that the application has fixed, which models
 *     and people are not shown
 */
public record ApprovalRequest(
    String modelName,
    Tool tool,
    Map<String, @Nullable Object> arguments,
    CallOptions options,
    CallerContext caller,
    String reason,
    String definitionHash,
    Duration timeout,
    Memory memory,
    Set<String> fixedArguments) {

  /**
   * How {@code allowAlways()} is remembered.
   *
   * @param duration for how long
   * @param needsArguments whether only for the same arguments, since the rule that asks depends on
   *     them
   */
  public record Memory(Duration duration, boolean needsArguments) {}

  /** The key of the server that would receive the call. */
  public String server() {
    return caller.server();
  }

  /**
   * The user on whose behalf the call is made: from an adapter's {@code ThreadContextProvider} or
   * the caller's {@link CallOptions.Builder#user}.
   *
   * @return {@code null} if unknown
   */
  public @Nullable Object user() {
    return caller.user();
  }

  /** The arguments without the fixed ones. */
  Map<String, @Nullable Object> shownArguments() {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(arguments);
    shown.keySet().removeAll(fixedArguments);
    return shown;
  }

  /** The arguments as one line of JSON, for display. */
  public String argumentsJson() {
    return Json.write(arguments);
  }

  /** Leaves out the values of arguments, so that it is safe to log. */
  @Override
  public String toString() {
    return "call of " + modelName + " with " + ServerText.line(arguments.keySet().toString());
  }
}
