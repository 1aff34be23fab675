/**
 * Input schemas in the form that a model provider takes. {@link
 * io.mcpbridge.langchain4j.schema.AdaptedSchema#of} is a pure function of a schema and a {@link
 * io.mcpbridge.langchain4j.schema.SchemaProfile}: the same goes in, the same comes out.
 */
@NullMarked
package io.mcpbridge.langchain4j.schema;

import org.jspecify.annotations.NullMarked;
