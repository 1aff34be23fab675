/** Connecting, refreshing and replacing servers. */
@NullMarked
package io.mcpbridge.catalog.supervision;

import org.jspecify.annotations.NullMarked;
