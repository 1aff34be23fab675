package io.mcpbridge.spring.observation;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpResult;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Propagator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Observes each message on the thread that sends or handles it.
 *
 * @param convention replaces the default
 * @param joinedCalls observes the calls whose attributes go to another span; never opens a span
 */
record ObservingInterceptor(
    ObservationRegistry registry,
    @Nullable McpClientObservationConvention convention,
    TraceMembers traceMembers,
    SensitiveAttributes sensitive,
    OuterSpan.Finder outerSpans,
    ObservationRegistry joinedCalls)
    implements Interceptor {

  private static final McpClientObservationConvention DEFAULT =
      new DefaultMcpClientObservationConvention();

  /**
   * The trace context members of {@code _meta} (2026-07-28, base, {@code _meta}: trace context).
   * Other propagation fields are meant for headers and are not sent.
   *
   * @param sent whether trace context is sent
   */
  record TraceMembers(boolean sent) implements Propagator.Setter<Map<String, @Nullable Object>> {

    private static final Set<String> KEYS = Set.of("traceparent", "tracestate", "baggage");

    @Override
    public void set(@Nullable Map<String, @Nullable Object> carrier, String key, String value) {
      if (sent && carrier != null && KEYS.contains(key)) {
        carrier.put(key, value);
      }
    }
  }

  @Override
  public McpResult intercept(Chain chain) {
    if (registry.isNoop()) {
      return chain.proceed(chain.request());
    }
    McpClientObservationContext context = new McpClientObservationContext(chain, traceMembers);
    OuterSpan outer = outerSpans.find(chain.request(), registry);
    if (outer != null) {
      return joined(chain, context, outer);
    }
    Observation observation = started(context, registry);
    try (Observation.Scope scope = observation.openScope()) {
      return proceed(chain, context, observation);
    } finally {
      stop(observation, context);
    }
  }

  /** Measures the call; its attributes go to the span that a framework has opened for it. */
  private McpResult joined(Chain chain, McpClientObservationContext context, OuterSpan outer) {
    Observation observation = started(context, joinedCalls);
    if (observation.isNoop()) { // disabled by a predicate
      return chain.proceed(chain.request());
    }
    outerSpans.inject(context, traceMembers);
    try {
      return proceed(chain, context, observation);
    } finally {
      stop(observation, context);
      outer.add(chain.caller().executionId(), context.getAllKeyValues(), context.getError());
    }
  }

  private void stop(Observation observation, McpClientObservationContext context) {
    sensitive.of(context).forEach(observation::highCardinalityKeyValue);
    observation.stop();
  }

  private static McpResult proceed(
      Chain chain, McpClientObservationContext context, Observation observation) {
    try {
      McpResult result = chain.proceed(chain.request(), traced(chain.options(), context));
      context.setResponse(result);
      if (ErrorType.isToolError(context)) {
        observation.error(new ErrorType.ToolReportedError());
      }
      return result;
    } catch (RuntimeException | Error e) {
      observation.error(e);
      throw e;
    }
  }

  private Observation started(McpClientObservationContext context, ObservationRegistry in) {
    return Observation.createNotStarted(convention, DEFAULT, () -> context, in).start();
  }

  @Override
  public WireMessage.Observed observe(WireMessage message) {
    if (registry.isNoop()) {
      return WireMessage.Observed.NONE;
    }
    if (message.isFromServer()) {
      return new ServerRequestObservation(message, sensitive, registry);
    }
    McpClientObservationContext context = new McpClientObservationContext(message, traceMembers);
    Observation observation = started(context, registry);
    return new WireMessage.Observed() {
      @Override
      public Map<String, Object> meta() {
        Map<String, Object> trace = new LinkedHashMap<>();
        Map<String, @Nullable Object> carrier = context.getCarrier();
        if (carrier != null) {
          carrier.forEach((key, value) -> trace.put(key, String.valueOf(value)));
        }
        return trace;
      }

      @Override
      public void ended(@Nullable Throwable failure) {
        if (failure != null) {
          observation.error(failure);
        }
        stop(observation, context);
      }
    };
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
