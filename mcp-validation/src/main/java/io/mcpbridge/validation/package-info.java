/**
 * Validates the arguments of tool calls with networknt's json-schema-validator: {@link
 * io.mcpbridge.validation.NetworkntValidator}.
 */
@NullMarked
package io.mcpbridge.validation;

import org.jspecify.annotations.NullMarked;
