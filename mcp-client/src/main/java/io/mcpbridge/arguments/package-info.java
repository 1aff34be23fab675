/**
 * What a model wrote as arguments of a tool, and what is made of it: read, repaired where it is
 * certain what was meant, checked against the tool's schema.
 */
@NullMarked
package io.mcpbridge.arguments;

import org.jspecify.annotations.NullMarked;
