package io.mcpbridge.spring.observation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;

/**
 * Measures without tracing: for calls that have a span already.
 *
 * @param registry of its own, so that only meters handle its observations
 */
record MeterObservations(ObservationRegistry registry) {

  static MeterObservations of(MeterRegistry meters) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    return new MeterObservations(registry);
  }
}
