/** Names and errors of properties and beans: unknown, unresolved and ineffective ones. */
@NullMarked
package io.mcpbridge.spring.boot.internal.configuration;

import org.jspecify.annotations.NullMarked;
