/**
 * Auto-configuration: properties in, tools out. {@link
 * io.mcpbridge.spring.boot.McpClientAutoConfiguration} makes the catalogue, and one more per
 * framework hands its tools over.
 */
@NullMarked
package io.mcpbridge.spring.boot;

import org.jspecify.annotations.NullMarked;
