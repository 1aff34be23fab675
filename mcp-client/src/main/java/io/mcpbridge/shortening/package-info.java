/**
 * Shortens results that are too long for a model so that the rest still makes sense: {@link
 * io.mcpbridge.shortening.ResultTruncation}.
 */
@NullMarked
package io.mcpbridge.shortening;

import org.jspecify.annotations.NullMarked;
