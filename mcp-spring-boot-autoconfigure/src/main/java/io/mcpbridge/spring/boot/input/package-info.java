/** Finds the beans and methods that answer what servers ask. */
@NullMarked
package io.mcpbridge.spring.boot.input;

import org.jspecify.annotations.NullMarked;
