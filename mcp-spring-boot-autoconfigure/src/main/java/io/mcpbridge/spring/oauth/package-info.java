/**
 * Tokens for protected servers, configured by properties: {@link
 * io.mcpbridge.spring.oauth.McpAuthorization} creates the credentials of {@code mcp-oauth} and
 * selects the user of each.
 */
@NullMarked
package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.NullMarked;
