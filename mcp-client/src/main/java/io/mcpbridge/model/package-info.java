/** The specification's types as immutable records, independent of the protocol revision. */
@NullMarked
package io.mcpbridge.model;

import org.jspecify.annotations.NullMarked;
