/** The open resources that the leak check compares. */
@NullMarked
package io.mcpbridge.test.internal.leak;

import org.jspecify.annotations.NullMarked;
