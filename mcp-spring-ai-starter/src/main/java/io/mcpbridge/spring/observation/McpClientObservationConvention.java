package io.mcpbridge.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * How requests to MCP servers are named and tagged. A bean of this type takes the place of {@link
 * DefaultMcpClientObservationConvention}.
 */
public interface McpClientObservationConvention
    extends ObservationConvention<McpClientObservationContext> {

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof McpClientObservationContext;
  }
}
