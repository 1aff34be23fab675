/** A web application with an assistant whose MCP tools belong to the signed-in user. */
@NullMarked
package io.mcpbridge.samples.web;

import org.jspecify.annotations.NullMarked;
