package io.mcpbridge.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and tags of the observations of requests to MCP servers. A bean of this type replaces
 * {@link DefaultMcpClientObservationConvention}.
 */
public interface McpClientObservationConvention
    extends ObservationConvention<McpClientObservationContext> {

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof McpClientObservationContext;
  }
}
