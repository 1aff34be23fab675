/**
 * Keeps tool results that are too long for a model, so that the model can read on in them: {@link
 * io.mcpbridge.result.ResultStore}.
 */
@NullMarked
package io.mcpbridge.result;

import org.jspecify.annotations.NullMarked;
