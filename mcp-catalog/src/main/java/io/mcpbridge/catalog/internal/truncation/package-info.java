/**
 * Truncates results that are too long for a model so that the rest still makes sense: {@link
 * io.mcpbridge.catalog.internal.truncation.ResultTruncation}.
 */
@NullMarked
package io.mcpbridge.catalog.internal.truncation;

import org.jspecify.annotations.NullMarked;
