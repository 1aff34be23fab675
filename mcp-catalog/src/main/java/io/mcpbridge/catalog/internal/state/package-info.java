/** The lifecycle of a server, its history, and the events for listeners. */
@NullMarked
package io.mcpbridge.catalog.internal.state;

import org.jspecify.annotations.NullMarked;
