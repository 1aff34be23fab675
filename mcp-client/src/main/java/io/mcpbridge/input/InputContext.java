package io.mcpbridge.input;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.McpRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The context of an input request.
 *
 * @param caller on whose behalf the input is needed, as far as that is certain
 * @param call the call that needs the input; {@code null} if unknown
 * @param deadline when the timeout of the call is up, after which its result is of no use; {@code
 *     null} if the call is unknown
 * @param isSuspendable whether the call can end before the input is there and go on with it later,
 *     which {@code McpElicitations} of the catalog uses
 */
public record InputContext(
    CallerContext caller,
    @Nullable McpRequest<?> call,
    @Nullable Instant deadline,
    boolean isSuspendable) {

  /** A context of a call that cannot be suspended. */
  public InputContext(
      CallerContext caller, @Nullable McpRequest<?> call, @Nullable Instant deadline) {
    this(caller, call, deadline, false);
  }

  /** A context without a deadline. */
  public InputContext(CallerContext caller, @Nullable McpRequest<?> call) {
    this(caller, call, null);
  }

  /** The configured name of the server. */
  public String server() {
    return caller.server();
  }
}
