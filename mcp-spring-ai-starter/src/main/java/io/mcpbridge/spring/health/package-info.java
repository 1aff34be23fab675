/**
 * Where the servers stand, for the health endpoint of an application: {@link
 * io.mcpbridge.spring.health.McpHealthAutoConfiguration}.
 */
@NullMarked
package io.mcpbridge.spring.health;

import org.jspecify.annotations.NullMarked;
