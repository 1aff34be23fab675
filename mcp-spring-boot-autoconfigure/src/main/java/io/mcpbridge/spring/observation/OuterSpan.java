package io.mcpbridge.spring.observation;

import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.spring.observation.ObservingInterceptor.TraceMembers;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The span that a framework has opened for the execution of a tool. OpenTelemetry's conventions for
 * MCP: "SHOULD NOT create a separate span. Instead, it SHOULD add MCP-specific attributes to the
 * existing tool execution span."
 */
record OuterSpan(Observation observation) {

  /** Spring AI's name of its tool observation. */
  private static final String SPRING_AI = "spring.ai.tool";

  private static final KeyValue EXECUTE_TOOL = KeyValue.of("gen_ai.operation.name", "execute_tool");

  /** Attributes of a failed attempt, which a successful retry removes. */
  private static final List<String> OF_ERRORS = List.of("error.type", "rpc.response.status_code");

  /** Finds the span of a tool's execution on this thread. */
  interface Finder {

    /** Finds none. */
    Finder NONE = (request, registry) -> null;

    /** The span, if the request calls a tool and the current observation executes it. */
    @Nullable OuterSpan find(McpRequest<?> request, ObservationRegistry registry);

    /** Writes the trace context of the current span. */
    default void inject(McpClientObservationContext context, TraceMembers members) {}
  }

  /** Finds the spans of this tracer. */
  static Finder finder(Tracer tracer, Propagator propagator) {
    return new Finder() {
      @Override
      public @Nullable OuterSpan find(McpRequest<?> request, ObservationRegistry registry) {
        Observation current = registry.getCurrentObservation();
        boolean joins =
            request instanceof CallToolRequest
                && current != null
                && tracer.currentSpan() != null
                && executesTool(current.getContextView());
        return joins ? new OuterSpan(current) : null;
      }

      @Override
      public void inject(McpClientObservationContext context, TraceMembers members) {
        Span span = tracer.currentSpan();
        if (span != null) {
          propagator.inject(
              span.context(),
              context,
              (to, key, value) -> members.set(to.getCarrier(), key, value));
        }
      }
    };
  }

  private static boolean executesTool(Observation.ContextView context) {
    return SPRING_AI.equals(context.getName())
        || EXECUTE_TOOL.equals(context.getLowCardinalityKeyValue(EXECUTE_TOOL.getKey()))
        || EXECUTE_TOOL.equals(context.getHighCardinalityKeyValue(EXECUTE_TOOL.getKey()));
  }

  /**
   * Adds the attributes of an attempt of a call to the span, and not to the metrics of its
   * observation. The last attempt of a call decides whether it failed.
   */
  void add(@Nullable String execution, Iterable<KeyValue> attributes, @Nullable Throwable failure) {
    OF_ERRORS.forEach(key -> observation.getContext().removeHighCardinalityKeyValue(key));
    attributes.forEach(observation::highCardinalityKeyValue);
    Failures failures =
        observation.getContext().computeIfAbsent(Failures.class, key -> new Failures(observation));
    failures.ended(execution, failure);
  }

  /** A filter of all observations: reports failed calls when the span ends. */
  static Observation.Context reportFailures(Observation.Context context) {
    Failures failures = context.get(Failures.class);
    if (failures != null) {
      failures.report();
    }
    return context;
  }

  /** The failed calls of a span. A span cannot take back an error, and a retry may succeed. */
  private static final class Failures {

    /** Limit of the failed calls of one span that a successful retry can clear. */
    private static final int MAX_FAILURES = 64;

    private final Observation observation;
    private final Map<String, Throwable> byExecution = new LinkedHashMap<>();

    Failures(Observation observation) {
      this.observation = observation;
    }

    /**
     * @param execution {@code null} if it is not known which call it was an attempt of
     */
    synchronized void ended(@Nullable String execution, @Nullable Throwable failure) {
      if (failure == null) {
        byExecution.remove(execution);
      } else if (execution != null
          && (byExecution.size() < MAX_FAILURES || byExecution.containsKey(execution))) {
        byExecution.put(execution, failure);
      } else {
        observation.error(failure);
      }
    }

    synchronized void report() {
      byExecution.values().stream().findFirst().ifPresent(observation::error);
    }
  }
}
