/** One entry of an mcpServers file: its fields, target, transport and variables. */
@NullMarked
package io.mcpbridge.config.entry;

import org.jspecify.annotations.NullMarked;
