/** Foreign text before a person, a model or a terminal gets it. Not for applications. */
@NullMarked
package io.mcpbridge.internal.text;

import org.jspecify.annotations.NullMarked;
