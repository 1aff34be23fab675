/**
 * Input requests of servers and their handlers: forms, URLs, sampling, roots. Without a handler, a
 * capability is not declared and its requests are rejected.
 */
@NullMarked
package io.mcpbridge.input;

import org.jspecify.annotations.NullMarked;
