/**
 * The OAuth 2.1 client side of MCP: discovers the authorization server of a protected MCP server,
 * gets tokens from it and refreshes them.
 */
@NullMarked
package io.mcpbridge.oauth;

import org.jspecify.annotations.NullMarked;
