/** JSON-RPC 2.0 messages as used by the specification's base protocol. */
@NullMarked
package io.mcpbridge.jsonrpc;

import org.jspecify.annotations.NullMarked;
