package io.mcpbridge.catalog;

import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;

/**
 * A tool as the model sees it.
 *
 * @param modelName the name that the model calls it by; see {@link ToolNames}
 * @param server the key of the server that has it
 * @param tool the tool as the model is shown it
 * @param listed the tool as its server describes it: what calls are checked against
 * @param visibility for whom it is there; never {@link Visibility#EXCLUDED}
 */
public record CatalogTool(
    String modelName, String server, Tool tool, Tool listed, Visibility visibility) {

  /** What to tell the model: the server's description, else a sentence naming tool and server. */
  public String description() {
    String description = tool.description();
    return description == null || description.isBlank()
        ? "The tool \"" + tool.displayName() + "\" of the server \"" + server + "\"."
        : description;
  }

  CatalogTool withVisibility(Visibility other) {
    return other == visibility ? this : new CatalogTool(modelName, server, tool, listed, other);
  }
}
