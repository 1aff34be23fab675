/** Connecting, refreshing and replacing servers. */
@NullMarked
package io.mcpbridge.catalog.internal.supervision;

import org.jspecify.annotations.NullMarked;
