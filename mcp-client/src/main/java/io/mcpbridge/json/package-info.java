/**
 * JSON parsing and writing: the only package that depends on Jackson. The others use plain
 * immutable Java values.
 */
@NullMarked
package io.mcpbridge.json;

import org.jspecify.annotations.NullMarked;
