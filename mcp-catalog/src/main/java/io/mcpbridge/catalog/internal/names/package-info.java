/** Names of tools that every model provider accepts. */
@NullMarked
package io.mcpbridge.catalog.internal.names;

import org.jspecify.annotations.NullMarked;
