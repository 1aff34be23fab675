/**
 * Processing of the arguments that a model wrote: parsing, repair of unambiguous mismatches, and
 * validation against the tool's schema.
 */
@NullMarked
package io.mcpbridge.arguments;

import org.jspecify.annotations.NullMarked;
