/** One HTTP request of a transport: its attempts, cancellation, session, credentials and errors. */
@NullMarked
package io.mcpbridge.internal.http.call;

import org.jspecify.annotations.NullMarked;
