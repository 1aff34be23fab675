/** Reads the configuration of servers without Spring. */
@NullMarked
package io.mcpbridge.cli.internal.config;

import org.jspecify.annotations.NullMarked;
