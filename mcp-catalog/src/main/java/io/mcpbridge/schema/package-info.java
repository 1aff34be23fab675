/**
 * Adapts tools' input schemas for models, for every framework: {@link
 * io.mcpbridge.schema.AdaptedSchema#of} is a pure function of a schema and a {@link
 * io.mcpbridge.schema.SchemaProfile}, the form that a model provider accepts.
 */
@NullMarked
package io.mcpbridge.schema;

import org.jspecify.annotations.NullMarked;
