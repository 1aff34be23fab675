/** One entry of an mcpServers file: its fields, target, transport and variables. */
@NullMarked
package io.mcpbridge.config.internal.entry;

import org.jspecify.annotations.NullMarked;
