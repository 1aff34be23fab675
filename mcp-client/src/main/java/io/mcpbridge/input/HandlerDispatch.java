package io.mcpbridge.input;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.model.CustomInputRequest;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import java.util.Map;

/** The end of the interceptor chain: dispatches to the handler of the request's type. */
final class HandlerDispatch implements InputHandler<InputRequest, InputResult> {

  private final Map<Object, InputHandler<?, ?>> handlers;

  /**
   * @param handlers by the class of the request; those of custom requests by the method
   */
  HandlerDispatch(Map<Object, InputHandler<?, ?>> handlers) {
    this.handlers = Map.copyOf(handlers);
  }

  @Override
  @SuppressWarnings("unchecked")
  public InputResult handle(InputRequest request, InputContext context) {
    InputHandler<InputRequest, InputResult> handler =
        (InputHandler<InputRequest, InputResult>)
            handlers.get(
                request instanceof CustomInputRequest ? request.method() : request.getClass());
    if (handler == null) {
      throw new McpInputRefusedException("this application has no handler for " + request.method());
    }
    return handler.handle(request, context);
  }
}
