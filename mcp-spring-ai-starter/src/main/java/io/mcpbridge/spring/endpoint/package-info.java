/**
 * The actuator endpoint {@code mcp}: {@link io.mcpbridge.spring.endpoint.McpEndpoint}. Uses only
 * what is the same in Spring Boot 3 and 4.
 */
@NullMarked
package io.mcpbridge.spring.endpoint;

import org.jspecify.annotations.NullMarked;
