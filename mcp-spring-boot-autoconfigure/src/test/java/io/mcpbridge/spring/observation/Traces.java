package io.mcpbridge.spring.observation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** OpenTelemetry behind Micrometer, configured as Spring Boot does; collects the spans. */
final class Traces implements SpanExporter {

  private final List<SpanData> spans = new CopyOnWriteArrayList<>();
  private final Tracer sdk =
      SdkTracerProvider.builder()
          .addSpanProcessor(SimpleSpanProcessor.create(this))
          .build()
          .get("test");
  private final OtelTracer tracer = new OtelTracer(sdk, new OtelCurrentTraceContext(), event -> {});
  private final OtelPropagator propagator =
      new OtelPropagator(
          ContextPropagators.create(
              TextMapPropagator.composite(
                  W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())),
          sdk);

  OtelTracer tracer() {
    return tracer;
  }

  OtelPropagator propagator() {
    return propagator;
  }

  /** All spans that have ended. */
  List<SpanData> all() {
    return spans;
  }

  ObservationRegistry registry(MeterRegistry meters) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(meters))
        .observationHandler(
            new FirstMatchingCompositeObservationHandler(
                new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                new DefaultTracingObservationHandler(tracer)));
    return registry;
  }

  /** The only span of that name. */
  SpanData span(String name) {
    List<SpanData> matching = spans.stream().filter(span -> span.getName().equals(name)).toList();
    if (matching.size() != 1) {
      throw new AssertionError(
          matching.size()
              + " of "
              + name
              + " among "
              + spans.stream().map(SpanData::getName).toList());
    }
    return matching.get(0);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> ended) {
    spans.addAll(ended);
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode flush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    return CompletableResultCode.ofSuccess();
  }
}
