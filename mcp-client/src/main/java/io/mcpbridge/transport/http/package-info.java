/**
 * Streamable HTTP (2025-03-26 and later) on Apache HttpClient 5, blocking on the caller's thread.
 */
@NullMarked
package io.mcpbridge.transport.http;

import org.jspecify.annotations.NullMarked;
