package io.mcpbridge.spring.observation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/**
 * Measures without tracing: for calls that have a span already.
 *
 * @param handler not a bean itself, since Spring Boot would add it to the application's registry
 */
record MeterObservations(ObservationHandler<Observation.Context> handler) {

  static MeterObservations of(MeterRegistry meters) {
    return new MeterObservations(new DefaultMeterObservationHandler(meters));
  }
}
