/** The exceptions a caller can meet, and the JSON-RPC error codes. */
@NullMarked
package io.mcpbridge.error;

import org.jspecify.annotations.NullMarked;
