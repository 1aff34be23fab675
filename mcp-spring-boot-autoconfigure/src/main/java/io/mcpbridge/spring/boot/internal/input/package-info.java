/** Finds the beans and methods that answer what servers ask. */
@NullMarked
package io.mcpbridge.spring.boot.internal.input;

import org.jspecify.annotations.NullMarked;
