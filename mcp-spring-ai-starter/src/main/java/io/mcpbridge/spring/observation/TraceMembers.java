package io.mcpbridge.spring.observation;

import io.micrometer.observation.transport.Propagator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of {@code _meta} that carry a trace (2026-07-28, base, {@code _meta}: trace context).
 * What else a tracer would send is for headers; it does not leave the application here.
 */
final class TraceMembers implements Propagator.Setter<Map<String, @Nullable Object>> {

  private static final Set<String> KEYS = Set.of("traceparent", "tracestate", "baggage");

  private final boolean sent;

  /**
   * @param sent whether anything is sent at all
   */
  TraceMembers(boolean sent) {
    this.sent = sent;
  }

  @Override
  public void set(@Nullable Map<String, @Nullable Object> carrier, String key, String value) {
    if (sent && carrier != null && KEYS.contains(key)) {
      carrier.put(key, value);
    }
  }
}
