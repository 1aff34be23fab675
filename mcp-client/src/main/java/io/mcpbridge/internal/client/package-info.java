/** One server: its client, and the steps of a call. */
@NullMarked
package io.mcpbridge.internal.client;

import org.jspecify.annotations.NullMarked;
