/** Server-sent events: event streams in responses, and the transport HTTP+SSE. */
@NullMarked
package io.mcpbridge.transport.http.sse;

import org.jspecify.annotations.NullMarked;
