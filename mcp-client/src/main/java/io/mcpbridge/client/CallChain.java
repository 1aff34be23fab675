package io.mcpbridge.client;

import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import java.util.List;

/** A position in a call's list of interceptors. */
record CallChain(
    String server,
    CallOptions options,
    Interceptor.Wire wire,
    List<Interceptor> interceptors,
    int position,
    McpRequest<?> request)
    implements Interceptor.Chain {

  @Override
  public McpResult proceed(McpRequest<?> next) {
    return proceed(next, options);
  }

  @Override
  public McpResult proceed(McpRequest<?> next, CallOptions changed) {
    return interceptors
        .get(position)
        .intercept(new CallChain(server, changed, wire, interceptors, position + 1, next));
  }
}
