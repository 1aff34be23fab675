/** Circuit breaker, bulkhead, retries, {@code Retry-After} and timeouts. */
@NullMarked
package io.mcpbridge.catalog.guard;

import org.jspecify.annotations.NullMarked;
