package io.mcpbridge.input;

import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;

/**
 * Stands in the way of everything that servers ask for: may look at it, change it, answer it itself
 * or refuse it. Runs where the handlers run, in the order in which interceptors were added.
 * Thread-safe.
 */
@FunctionalInterface
public interface InputInterceptor {

  /**
   * Handles one question, usually by {@code next.handle(request, context)}.
   *
   * @return a result of the kind that the request is answered with
   * @throws io.mcpbridge.error.McpInputRefusedException to refuse
   */
  InputResult intercept(
      InputRequest request, InputContext context, InputHandler<InputRequest, InputResult> next);
}
