/**
 * What a model reads of a tool's input schema, for every framework: {@link
 * io.mcpbridge.schema.AdaptedSchema#of} is a pure function of a schema and a {@link
 * io.mcpbridge.schema.SchemaProfile}, the form that a model provider takes. The same goes in, the
 * same comes out, as plain values.
 */
@NullMarked
package io.mcpbridge.schema;

import org.jspecify.annotations.NullMarked;
