/** Spring Authorization Server, and an MCP server of Spring AI that trusts it. */
@NullMarked
package io.mcpbridge.verification.authorization;

import org.jspecify.annotations.NullMarked;
