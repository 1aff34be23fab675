/** JSON-RPC 2.0 messages as the specification's base protocol uses them. */
@NullMarked
package io.mcpbridge.jsonrpc;

import org.jspecify.annotations.NullMarked;
