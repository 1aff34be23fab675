/** The transport Streamable HTTP: posts, the standalone stream, and resumption of streams. */
@NullMarked
package io.mcpbridge.internal.http.streamable;

import org.jspecify.annotations.NullMarked;
