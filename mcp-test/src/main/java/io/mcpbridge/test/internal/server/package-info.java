/**
 * The server behind every transport: its script, its clients, and the protocol of each revision.
 */
@NullMarked
package io.mcpbridge.test.internal.server;

import org.jspecify.annotations.NullMarked;
