package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.selection.Visibility;

/**
 * A tool as offered to the model.
 *
 * @param modelName the name by which the model calls it; see {@link ToolNames}
 * @param server the key of its server
 * @param shown the tool as shown to models and users, for everything that describes it
 * @param listed the tool as its server lists it, for everything that selects, validates or calls it
 * @param visibility who may use it; never {@link Visibility#EXCLUDED}
 * @param searchHints how the tool search finds it, beyond its definition
 */
public record CatalogTool(
    String modelName,
    String server,
    Tool shown,
    Tool listed,
    Visibility visibility,
    SearchHints searchHints) {

  /** A tool without hints for the search. */
  public CatalogTool(
      String modelName, String server, Tool shown, Tool listed, Visibility visibility) {
    this(modelName, server, shown, listed, visibility, SearchHints.none());
  }

  /** The tool's name on its server. */
  public String name() {
    return listed.name();
  }

  /**
   * The description for the model: the server's, else a sentence with tool and server name. If the
   * model name lost non-ASCII letters, the description begins with the tool's original name.
   */
  public String description() {
    String displayName = ServerText.line(shown.displayName());
    String description = shown.description();
    if (description == null || description.isBlank()) {
      return "The tool \"" + displayName + "\" of the server \"" + server + "\".";
    }
    boolean losesLetters =
        listed
            .name()
            .codePoints()
            .anyMatch(codePoint -> codePoint > 127 && Character.isLetterOrDigit(codePoint));
    return losesLetters && !description.contains(displayName)
        ? displayName + ": " + description
        : description;
  }

  /** The input schema for the model, as one line of JSON. */
  public String inputSchemaJson() {
    return Json.write(shown.inputSchema());
  }

  /**
   * The description and input schema in the form that a model's provider accepts, for code that
   * sends tools to a provider itself. Does not throw: a tool that no request can contain has a
   * report instead of a schema. Computed at each call.
   */
  public AdaptedTool adaptedTo(SchemaProfile profile) {
    return AdaptedTool.of(server, name(), shown.inputSchema(), description(), profile);
  }

  /**
   * About how many tokens the definition takes in each request that offers the tool: name,
   * description and {@linkplain AdaptedSchema#reduced reduced} input schema. Computed at each call.
   */
  public int tokens() {
    return TokenEstimate.ofDefinition(
        modelName, description(), Json.write(AdaptedSchema.reduced(shown.inputSchema())));
  }

  public CatalogTool withVisibility(Visibility newVisibility) {
    return newVisibility == visibility
        ? this
        : new CatalogTool(modelName, server, shown, listed, newVisibility, searchHints);
  }
}
