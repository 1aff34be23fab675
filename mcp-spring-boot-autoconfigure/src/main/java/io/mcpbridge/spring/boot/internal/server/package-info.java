/** One configured server: its properties become options and a transport. */
@NullMarked
package io.mcpbridge.spring.boot.internal.server;

import org.jspecify.annotations.NullMarked;
