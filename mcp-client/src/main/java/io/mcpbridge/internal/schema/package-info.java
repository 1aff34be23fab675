/** The traversal of JSON Schema: subschemas, references and definitions. */
@NullMarked
package io.mcpbridge.internal.schema;

import org.jspecify.annotations.NullMarked;
