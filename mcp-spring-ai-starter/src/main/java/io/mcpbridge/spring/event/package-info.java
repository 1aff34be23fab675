/**
 * What happens with servers, tools and calls as Spring application events: {@link
 * io.mcpbridge.spring.event.McpEvent}.
 */
@NullMarked
package io.mcpbridge.spring.event;

import org.jspecify.annotations.NullMarked;
