package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;

/**
 * A tool as the model sees it.
 *
 * @param modelName the name that the model calls it by; see {@link ToolNames}
 * @param server the key of the server that has it
 * @param shown the tool as models and people are shown it: for everything that describes it
 * @param listed the tool as its server lists it: for everything that chooses, checks or calls it
 * @param visibility for whom it is there; never {@link Visibility#EXCLUDED}
 */
public record CatalogTool(
    String modelName, String server, Tool shown, Tool listed, Visibility visibility) {

  /** The name that the server has it under. */
  public String name() {
    return listed.name();
  }

  /**
   * What to tell the model: the server's description, else a sentence naming tool and server. Where
   * the model's name lost letters, because model providers take only ASCII, the description begins
   * with the tool's own name.
   */
  public String description() {
    String own = ServersWords.line(shown.displayName());
    String description = shown.description();
    if (description == null || description.isBlank()) {
      return "The tool \"" + own + "\" of the server \"" + server + "\".";
    }
    boolean losesLetters =
        listed.name().codePoints().anyMatch(one -> one > 127 && Character.isLetterOrDigit(one));
    return losesLetters && !description.contains(own) ? own + ": " + description : description;
  }

  CatalogTool withVisibility(Visibility other) {
    return other == visibility ? this : new CatalogTool(modelName, server, shown, listed, other);
  }
}
