/**
 * Truncates results that are too long for a model so that the rest still makes sense: {@link
 * io.mcpbridge.truncation.ResultTruncation}.
 */
@NullMarked
package io.mcpbridge.truncation;

import org.jspecify.annotations.NullMarked;
