/**
 * The OAuth 2.1 client side of MCP: finds out which authorization server a protected MCP server
 * trusts, gets tokens from it and renews them.
 */
@NullMarked
package io.mcpbridge.oauth;

import org.jspecify.annotations.NullMarked;
