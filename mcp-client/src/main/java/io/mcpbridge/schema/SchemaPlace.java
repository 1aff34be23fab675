package io.mcpbridge.schema;

import org.jspecify.annotations.Nullable;

/** A location in an input schema; printed as a JSON pointer. */
record SchemaPlace(@Nullable SchemaPlace parent, String name) {

  static final SchemaPlace ROOT = new SchemaPlace(null, "");

  SchemaPlace at(String child) {
    return new SchemaPlace(this, child);
  }

  @Override
  public String toString() {
    return parent == null ? "#" : parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }
}
