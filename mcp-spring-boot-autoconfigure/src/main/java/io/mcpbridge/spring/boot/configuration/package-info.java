/** Names and errors of properties and beans: unknown, unresolved and ineffective ones. */
@NullMarked
package io.mcpbridge.spring.boot.configuration;

import org.jspecify.annotations.NullMarked;
