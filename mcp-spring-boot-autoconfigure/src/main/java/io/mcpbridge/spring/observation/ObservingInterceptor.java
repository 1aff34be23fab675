package io.mcpbridge.spring.observation;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.Interceptor;
import io.mcpbridge.model.McpResult;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Observes each request on the thread that waits for its response. */
final class ObservingInterceptor implements Interceptor {

  private static final McpClientObservationConvention DEFAULT =
      new DefaultMcpClientObservationConvention();

  private final ObservationRegistry registry;
  private final @Nullable McpClientObservationConvention convention;
  private final TraceMembers traceMembers;

  ObservingInterceptor(
      ObservationRegistry registry,
      @Nullable McpClientObservationConvention convention,
      TraceMembers traceMembers) {
    this.registry = registry;
    this.convention = convention;
    this.traceMembers = traceMembers;
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (registry.isNoop()) {
      return chain.proceed(chain.request());
    }
    McpClientObservationContext context = new McpClientObservationContext(chain, traceMembers);
    Observation observation =
        Observation.createNotStarted(convention, DEFAULT, () -> context, registry).start();
    try (Observation.Scope scope = observation.openScope()) {
      McpResult result = chain.proceed(chain.request(), traced(chain.options(), context));
      context.setResponse(result);
      if (ErrorType.isToolError(context)) {
        observation.error(new ErrorType.ToolReportedError());
      }
      return result;
    } catch (RuntimeException | Error e) {
      observation.error(e);
      throw e;
    } finally {
      observation.stop();
    }
  }

  /** Adds the trace context to {@code _meta}, unless the caller has set one. */
  private static CallOptions traced(CallOptions options, McpClientObservationContext context) {
    Map<String, @Nullable Object> trace = context.getCarrier();
    if (trace == null || trace.isEmpty()) {
      return options;
    }
    Map<String, @Nullable Object> meta = new LinkedHashMap<>(trace);
    if (options.meta().containsKey("traceparent")) {
      meta.clear();
    }
    meta.putAll(options.meta());
    return options.toBuilder().meta(meta).build();
  }
}
