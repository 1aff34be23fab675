/** Validation of arguments against whole JSON Schemas. */
module io.mcpbridge.validation {
  requires transitive io.mcpbridge.catalog;
  requires static org.jspecify;
  requires static com.networknt.schema;

  exports io.mcpbridge.validation;
}
