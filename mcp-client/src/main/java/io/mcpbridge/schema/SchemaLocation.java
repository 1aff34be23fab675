package io.mcpbridge.schema;

import org.jspecify.annotations.Nullable;

/** A location in an input schema; printed as a JSON pointer. */
record SchemaLocation(@Nullable SchemaLocation parent, String name) {

  static final SchemaLocation ROOT = new SchemaLocation(null, "");

  SchemaLocation at(String child) {
    return new SchemaLocation(this, child);
  }

  @Override
  public String toString() {
    return parent == null ? "#" : parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }
}
