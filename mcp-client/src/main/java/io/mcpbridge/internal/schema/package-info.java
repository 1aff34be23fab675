/** The traversal of JSON Schema: subschemas, references and definitions. Internal API. */
@NullMarked
package io.mcpbridge.internal.schema;

import org.jspecify.annotations.NullMarked;
