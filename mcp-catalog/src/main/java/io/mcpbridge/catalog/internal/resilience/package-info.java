/** Circuit breaker, bulkhead, retries, {@code Retry-After}, timeouts and warnings about them. */
@NullMarked
package io.mcpbridge.catalog.internal.resilience;

import org.jspecify.annotations.NullMarked;
