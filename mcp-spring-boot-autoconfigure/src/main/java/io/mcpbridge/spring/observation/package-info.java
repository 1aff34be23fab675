/**
 * Micrometer observations and meters of MCP requests, named by OpenTelemetry's conventions for MCP:
 * {@link io.mcpbridge.spring.observation.McpObservationAutoConfiguration}.
 */
@NullMarked
package io.mcpbridge.spring.observation;

import org.jspecify.annotations.NullMarked;
