/**
 * What each protocol revision knows and no other part does: greeting, encoding, decoding,
 * cancelling. A revision is absent or present, never a flag. Internal: only the client uses it.
 */
@NullMarked
package io.mcpbridge.revision;

import org.jspecify.annotations.NullMarked;
