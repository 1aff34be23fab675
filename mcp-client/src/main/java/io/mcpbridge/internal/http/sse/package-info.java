/** Server-sent events: event streams in responses, and the transport HTTP+SSE. */
@NullMarked
package io.mcpbridge.internal.http.sse;

import org.jspecify.annotations.NullMarked;
