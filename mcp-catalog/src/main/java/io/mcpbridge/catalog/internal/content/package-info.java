/** Content blocks as text or media for a model. */
@NullMarked
package io.mcpbridge.catalog.internal.content;

import org.jspecify.annotations.NullMarked;
