package io.mcpbridge.input;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/**
 * Intercepts all input requests of servers: may observe or change them, return a result itself, or
 * refuse. Runs on the handler's thread, in the order in which interceptors were added. Must be
 * thread-safe.
 */
@FunctionalInterface
public interface InputInterceptor {

  /**
   * Intercepts one request, usually delegating to {@code next.handle(request, context)}.
   *
   * @return a result of the type that the request expects
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  InputResult intercept(
      InputRequest request, InputContext context, InputHandler<InputRequest, InputResult> next);
}
