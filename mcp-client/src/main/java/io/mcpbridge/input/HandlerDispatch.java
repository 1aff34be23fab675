package io.mcpbridge.input;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import java.util.Map;

/** The end of the interceptor chain: dispatches to the handler of the request's type. */
final class HandlerDispatch implements InputHandler<InputRequest, InputResult> {

  private final Map<Class<?>, InputHandler<?, ?>> handlers;

  HandlerDispatch(Map<Class<?>, InputHandler<?, ?>> handlers) {
    this.handlers = Map.copyOf(handlers);
  }

  @Override
  @SuppressWarnings("unchecked")
  public InputResult handle(InputRequest request, InputContext context) {
    InputHandler<InputRequest, InputResult> handler =
        (InputHandler<InputRequest, InputResult>) handlers.get(request.getClass());
    if (handler == null) {
      throw new McpInputRefusedException("this application has no handler for " + request.method());
    }
    return handler.handle(request, context);
  }
}
