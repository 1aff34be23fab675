/**
 * The state of the servers in the health endpoint: {@link
 * io.mcpbridge.spring.health.McpHealthAutoConfiguration}.
 */
@NullMarked
package io.mcpbridge.spring.health;

import org.jspecify.annotations.NullMarked;
