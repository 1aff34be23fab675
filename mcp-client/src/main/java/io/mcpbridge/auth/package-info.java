/**
 * The contract between an HTTP request, a challenge and credentials; static headers and bearer
 * tokens.
 */
@NullMarked
package io.mcpbridge.auth;

import org.jspecify.annotations.NullMarked;
