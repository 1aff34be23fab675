package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import java.util.List;
import java.util.function.Function;

/**
 * Runs the application's interceptors, and the steps that follow within the last of them: on one
 * thread, since interceptors may keep state in thread locals.
 */
final class InterceptorsStep implements PipelineStep<ClientCall> {

  private final Function<ClientSettings, List<Interceptor>> interceptors;

  InterceptorsStep(Function<ClientSettings, List<Interceptor>> interceptors) {
    this.interceptors = interceptors;
  }

  @Override
  public Next before(ClientCall call) {
    List<Interceptor> all = interceptors.apply(call.settings());
    return all.isEmpty()
        ? Next.PROCEED
        : call.answer(new CallChain(call, all, 0, call.request(), call.options()).run());
  }

  /** A position in the list of interceptors. */
  private record CallChain(
      ClientCall call,
      List<Interceptor> interceptors,
      int position,
      McpRequest<?> request,
      CallOptions options)
      implements Interceptor.Chain {

    McpResult run() {
      if (position == interceptors.size()) {
        return proceedToServer();
      }
      Interceptor interceptor = interceptors.get(position);
      McpResult result = interceptor.intercept(this);
      if (result == null) { // the application's code, which NullAway may not have seen
        throw new IllegalStateException(
            "the interceptor " + interceptor.getClass().getName() + " returned no result");
      }
      return result;
    }

    private McpResult proceedToServer() {
      try {
        return call.runFollowing(request, options);
      } catch (McpException e) { // an interceptor may proceed again: says what all rounds did
        throw e.withDelivery(call.attempts().worst());
      }
    }

    @Override
    public McpResult proceed(McpRequest<?> next) {
      return proceed(next, options);
    }

    @Override
    public McpResult proceed(McpRequest<?> next, CallOptions changed) {
      if (!call.isOnThisThread()) { // the call might go on without waiting for the other thread
        throw new IllegalStateException(
            "the interceptor "
                + interceptors.get(position).getClass().getName()
                + " called proceed on the thread \""
                + Thread.currentThread().getName()
                + "\": proceed must be called on the thread that runs the interceptor (to limit the"
                + " time of a call, set its timeout)");
      }
      return new CallChain(call, interceptors, position + 1, next, changed).run();
    }

    @Override
    public String server() {
      return call.settings().name();
    }

    @Override
    public CallerContext caller() {
      return call.caller();
    }

    @Override
    public Interceptor.Wire wire() {
      return call;
    }
  }
}
