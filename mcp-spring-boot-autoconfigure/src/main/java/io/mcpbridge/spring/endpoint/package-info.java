/**
 * The actuator endpoint {@code mcp}: {@link io.mcpbridge.spring.endpoint.McpEndpoint}. Uses only
 * API that Spring Boot 3 and 4 have in common.
 */
@NullMarked
package io.mcpbridge.spring.endpoint;

import org.jspecify.annotations.NullMarked;
