/** Diagnosis of MCP servers: what is wrong, and the setting to change. */
@NullMarked
package io.mcpbridge.doctor;

import org.jspecify.annotations.NullMarked;
