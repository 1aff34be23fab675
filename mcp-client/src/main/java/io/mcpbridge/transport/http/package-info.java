/**
 * Streamable HTTP (2025-03-26 and later) and HTTP+SSE (2024-11-05), blocking on the caller's
 * thread. Uses the pool and wire format of Apache HttpCore 5. HttpClient itself must not be a
 * dependency: Spring Boot would use it for the whole application.
 */
@NullMarked
package io.mcpbridge.transport.http;

import org.jspecify.annotations.NullMarked;
