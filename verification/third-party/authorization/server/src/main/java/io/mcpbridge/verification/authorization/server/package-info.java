/** The MCP server: Spring AI behind Spring Security's resource server. */
@NullMarked
package io.mcpbridge.verification.authorization.server;

import org.jspecify.annotations.NullMarked;
