/**
 * Spring application events of servers, tools and calls: {@link
 * io.mcpbridge.spring.event.McpEvent}.
 */
@NullMarked
package io.mcpbridge.spring.event;

import org.jspecify.annotations.NullMarked;
