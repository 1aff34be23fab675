package io.mcpbridge.schema;

import io.mcpbridge.internal.text.ServerText;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports a tool that is not offered to a model, or offered with a reduced input schema.
 *
 * @param server the server's key
 * @param tool the server-side tool name
 * @param profile the profile of the schema
 * @param leftOut why the tool is not offered; {@code null} if it is
 * @param losses what the model does not get; empty if the tool is not offered
 */
public record SchemaReport(
    String server,
    String tool,
    SchemaProfile profile,
    @Nullable String leftOut,
    List<SchemaLoss> losses) {

  /** Maximum number of losses in the log. */
  private static final int MAX_REPORTED = 10;

  /** Copies the list. */
  public SchemaReport {
    losses = List.copyOf(losses);
  }

  /** The log message. Names no profile for a tool that is left out, so that it is logged once. */
  public String sentence() {
    String subject =
        "The tool \"%s\" of the MCP server \"%s\"".formatted(ServerText.line(tool), server);
    return leftOut != null
        ? subject + " is not offered to the model: " + ServerText.line(leftOut)
        : "%s is offered with a reduced input schema, in the form %s: %s"
            .formatted(subject, profile, reported());
  }

  private String reported() {
    String first =
        losses.stream()
            .limit(MAX_REPORTED)
            .map(loss -> ServerText.line(loss.toString()))
            .collect(Collectors.joining("; "));
    int omitted = losses.size() - MAX_REPORTED;
    return omitted > 0 ? first + "; and " + omitted + " more" : first;
  }
}
