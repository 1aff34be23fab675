package io.mcpbridge.schema;

/**
 * Something about a tool's arguments that a model is not told, or not as the server says it.
 *
 * @param place where in the input schema, as a JSON pointer: {@code #/properties/filter}
 * @param what what became of it, for the developer
 */
public record SchemaLoss(String place, String what) {

  @Override
  public String toString() {
    return place + " " + what;
  }
}
