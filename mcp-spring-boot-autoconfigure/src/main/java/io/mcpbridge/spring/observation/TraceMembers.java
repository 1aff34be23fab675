package io.mcpbridge.spring.observation;

import io.micrometer.observation.transport.Propagator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The trace context members of {@code _meta} (2026-07-28, base, {@code _meta}: trace context).
 * Other propagation fields are meant for headers and are not sent.
 */
final class TraceMembers implements Propagator.Setter<Map<String, @Nullable Object>> {

  private static final Set<String> KEYS = Set.of("traceparent", "tracestate", "baggage");

  private final boolean sent;

  /**
   * @param sent whether trace context is sent
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
