/**
 * Everything that is specific to a protocol revision: handshake, encoding, decoding, cancellation.
 * Each revision is a class or instance of its own, never a flag.
 */
@NullMarked
package io.mcpbridge.internal.revision;

import org.jspecify.annotations.NullMarked;
