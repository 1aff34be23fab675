/**
 * Streamable HTTP (2025-03-26 and later) and HTTP+SSE (2024-11-05), blocking on the caller's
 * thread. Pool, TLS and wire format are Apache HttpClient 5's; its client above them is left out,
 * and with it redirects, retries, cookies and content decoding.
 */
@NullMarked
package io.mcpbridge.transport.http;

import org.jspecify.annotations.NullMarked;
