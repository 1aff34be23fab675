/**
 * Many servers as one dependable set of tools: {@link io.mcpbridge.catalog.ToolCatalog}. What the
 * framework adapters build on.
 */
@NullMarked
package io.mcpbridge.catalog;

import org.jspecify.annotations.NullMarked;
