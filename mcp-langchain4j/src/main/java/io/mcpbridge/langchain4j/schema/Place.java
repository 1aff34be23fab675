package io.mcpbridge.langchain4j.schema;

import org.jspecify.annotations.Nullable;

/** Where in an input schema something stands; written as a JSON pointer. */
record Place(@Nullable Place parent, String name) {

  static final Place ROOT = new Place(null, "");

  Place at(String child) {
    return new Place(this, child);
  }

  @Override
  public String toString() {
    return parent == null ? "#" : parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }
}
