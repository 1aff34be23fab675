/** The specification's nouns as immutable records, the same for every protocol revision. */
@NullMarked
package io.mcpbridge.model;

import org.jspecify.annotations.NullMarked;
