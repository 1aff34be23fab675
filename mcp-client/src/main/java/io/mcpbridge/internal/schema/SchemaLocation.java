package io.mcpbridge.internal.schema;

import io.mcpbridge.internal.text.PointerToken;
import org.jspecify.annotations.Nullable;

/** A location in a schema; printed as a JSON pointer in a URI fragment (RFC 6901, section 6). */
public record SchemaLocation(@Nullable SchemaLocation parent, String name) {

  /** The root of the schema. */
  public static final SchemaLocation ROOT = new SchemaLocation(null, "");

  /** The location of a member or element. */
  public SchemaLocation child(String name) {
    return new SchemaLocation(this, name);
  }

  @Override
  public String toString() {
    return parent == null ? "#" : parent + "/" + PointerToken.escape(name);
  }
}
