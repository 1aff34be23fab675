/**
 * Many servers as one dependable set of tools: {@link io.mcpbridge.catalog.ToolCatalog}. The
 * framework adapters build on this package.
 */
@NullMarked
package io.mcpbridge.catalog;

import org.jspecify.annotations.NullMarked;
