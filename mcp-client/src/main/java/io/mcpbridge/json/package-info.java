/**
 * JSON in and out: the one place that sees Jackson. Everything above works with plain immutable
 * Java values.
 */
@NullMarked
package io.mcpbridge.json;

import org.jspecify.annotations.NullMarked;
