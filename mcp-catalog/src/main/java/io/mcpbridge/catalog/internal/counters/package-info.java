/** Counts the events of a server. */
@NullMarked
package io.mcpbridge.catalog.internal.counters;

import org.jspecify.annotations.NullMarked;
