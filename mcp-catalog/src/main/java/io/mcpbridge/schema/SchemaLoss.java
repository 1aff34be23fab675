package io.mcpbridge.schema;

/**
 * Information about a tool's arguments that the model does not get, or gets in another form.
 *
 * @param place location in the input schema, as a JSON pointer: {@code #/properties/filter}
 * @param description what was changed or dropped, for the developer
 */
public record SchemaLoss(String place, String description) {

  @Override
  public String toString() {
    return place + " " + description;
  }
}
