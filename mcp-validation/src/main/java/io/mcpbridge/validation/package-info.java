/**
 * Checks what models write as arguments with networknt's json-schema-validator: {@link
 * io.mcpbridge.validation.NetworkntValidator}.
 */
@NullMarked
package io.mcpbridge.validation;

import org.jspecify.annotations.NullMarked;
