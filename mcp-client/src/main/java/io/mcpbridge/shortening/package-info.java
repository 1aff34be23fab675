/**
 * Results that are too long for a model, shortened so that what is left still makes sense: {@link
 * io.mcpbridge.shortening.Shortening}.
 */
@NullMarked
package io.mcpbridge.shortening;

import org.jspecify.annotations.NullMarked;
