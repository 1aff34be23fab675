/** Content blocks as text or media for a model. */
@NullMarked
package io.mcpbridge.internal.content;

import org.jspecify.annotations.NullMarked;
