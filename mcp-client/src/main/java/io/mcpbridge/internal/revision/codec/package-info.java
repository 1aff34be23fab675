/** JSON of the specification's requests, results and notifications. */
@NullMarked
package io.mcpbridge.internal.revision.codec;

import org.jspecify.annotations.NullMarked;
