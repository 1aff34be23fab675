package io.mcpbridge.schema;

/**
 * Information about a tool's arguments that the model does not get, or gets in another form.
 *
 * @param place location in the input schema, as a JSON pointer: {@code #/properties/filter}
 * @param what what was changed or dropped, for the developer
 */
public record SchemaLoss(String place, String what) {

  @Override
  public String toString() {
    return place + " " + what;
  }
}
