/**
 * Tokens for protected servers by properties: {@link io.mcpbridge.spring.oauth.McpAuthorization}
 * makes the credentials of {@code mcp-oauth} and knows whom they are for.
 */
@NullMarked
package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.NullMarked;
