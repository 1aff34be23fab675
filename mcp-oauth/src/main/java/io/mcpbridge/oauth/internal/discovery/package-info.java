/**
 * Finds the authorization server of an MCP server: challenges, protected-resource metadata (RFC
 * 9728), authorization server metadata (RFC 8414).
 */
@NullMarked
package io.mcpbridge.oauth.internal.discovery;

import org.jspecify.annotations.NullMarked;
