package io.mcpbridge.approval;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that somebody has to allow.
 *
 * @param server the key of the server that would get it
 * @param modelName what the model calls the tool
 * @param tool the tool as it is described to the model, with the server's annotations, which are
 *     claims
 * @param arguments what would be sent, plain Java values; may hold secrets
 * @param options what the caller wants for this call
 */
public record ApprovalRequest(
    String server,
    String modelName,
    Tool tool,
    Map<String, @Nullable Object> arguments,
    CallOptions options) {

  /**
   * Who the call is made for, as far as that is known: what an adapter's {@code CallerContext} or
   * the caller's {@link CallOptions#withUser} says.
   *
   * @return {@code null} if nobody is known
   */
  public @Nullable Object user() {
    return options.user();
  }

  /** The arguments as one line of JSON, to be shown. */
  public String argumentsJson() {
    return Json.write(arguments);
  }

  /** Names no values of arguments, so that it can be logged. */
  @Override
  public String toString() {
    return "call of " + modelName + " with " + ServersWords.line(arguments.keySet().toString());
  }
}
