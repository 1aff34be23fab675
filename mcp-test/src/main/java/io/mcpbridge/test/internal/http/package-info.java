/** The HTTP endpoints: Streamable HTTP, and HTTP with SSE of 2024-11-05. */
@NullMarked
package io.mcpbridge.test.internal.http;

import org.jspecify.annotations.NullMarked;
