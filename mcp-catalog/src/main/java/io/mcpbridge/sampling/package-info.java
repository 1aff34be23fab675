/**
 * Sampling: what every framework's adapter has in common, that is, consent, budget and the choice
 * of the model. Applications use the adapter of their framework.
 */
@NullMarked
package io.mcpbridge.sampling;

import org.jspecify.annotations.NullMarked;
