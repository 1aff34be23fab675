package io.mcpbridge.input;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.McpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The context of an input request.
 *
 * @param caller on whose behalf the input is needed, as far as that is certain
 * @param call the call that needs the input; {@code null} if unknown
 */
public record InputContext(CallerContext caller, @Nullable McpRequest<?> call) {

  /** The configured name of the server. */
  public String server() {
    return caller.server();
  }
}
