package io.mcpbridge.schema;

import io.mcpbridge.error.ServersWords;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tool that is not offered to a model, or whose input schema is not told to it whole.
 *
 * @param server the key of the server that has it
 * @param tool its server's name for it
 * @param profile the form in which its schema is sent
 * @param leftOut why it is not offered, or {@code null} if it is
 * @param losses what the model is not told; empty if it is not offered
 */
public record SchemaReport(
    String server,
    String tool,
    SchemaProfile profile,
    @Nullable String leftOut,
    List<SchemaLoss> losses) {

  /** As many losses are in the log. */
  private static final int MOST_TOLD = 10;

  /** Copies the list. */
  public SchemaReport {
    losses = List.copyOf(losses);
  }

  /** For the log; a tool that is left out for the same reason everywhere is so once. */
  String sentence() {
    String what =
        "The tool \"%s\" of the MCP server \"%s\"".formatted(ServersWords.line(tool), server);
    return leftOut != null
        ? what + " is not offered to the model: " + ServersWords.line(leftOut)
        : "%s is offered with less than its input schema says, in the form %s: %s"
            .formatted(what, profile, told());
  }

  private String told() {
    String first =
        losses.stream()
            .limit(MOST_TOLD)
            .map(loss -> ServersWords.line(loss.toString()))
            .collect(Collectors.joining("; "));
    int more = losses.size() - MOST_TOLD;
    return more > 0 ? first + "; and " + more + " more" : first;
  }
}
