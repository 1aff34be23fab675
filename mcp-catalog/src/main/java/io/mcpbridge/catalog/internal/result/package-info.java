/**
 * What the model gets to read: rendered, shortened and stored results, and sentences about
 * failures.
 */
@NullMarked
package io.mcpbridge.catalog.internal.result;

import org.jspecify.annotations.NullMarked;
