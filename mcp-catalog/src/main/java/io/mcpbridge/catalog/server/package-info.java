/** Options of servers and tools, and the values that a catalog reports. */
@NullMarked
package io.mcpbridge.catalog.server;

import org.jspecify.annotations.NullMarked;
