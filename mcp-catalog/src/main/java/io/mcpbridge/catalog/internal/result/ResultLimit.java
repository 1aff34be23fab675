package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.model.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The maximum length of a result for the model.
 *
 * @param characters in characters
 * @param tokens in estimated tokens; {@code null} for no limit in tokens
 */
public record ResultLimit(int characters, @Nullable Integer tokens) {

  /** The setting of a limit in tokens. */
  private static final String MAX_RESULT_TOKENS = "max-result-tokens";

  /** For a server whose results are stored: the model can read on, so it needs less at once. */
  static final int STORED_TOKENS = 5_000;

  /**
   * In the {@code _meta} of a tool: how many characters of its results a client should let through.
   * Claude Code defines it; 200,000 for example of a tool whose results are of no use in parts.
   */
  private static final String HINT = "anthropic/maxResultSizeChars";

  /**
   * The limit of a tool: its own, in tokens or characters, else that of its server. The server's
   * hint applies up to the limit that the application set.
   *
   * @param isStored whether the model can read on
   */
  public static ResultLimit of(ServerOptions options, Tool tool, boolean isStored) {
    ToolOptions toolOptions = options.forTool(tool.name());
    if (toolOptions.maxResultTokens() != null) {
      return new ResultLimit(Integer.MAX_VALUE, toolOptions.maxResultTokens());
    }
    if (toolOptions.maxResultCharacters() != null) {
      return new ResultLimit(toolOptions.maxResultCharacters(), null);
    }
    Integer tokens = options.maxResultTokens();
    ResultLimit limit =
        tokens == null
            ? new ResultLimit(options.maxResultCharacters(), null)
            : new ResultLimit(Integer.MAX_VALUE, tokens);
    if (!isStored) {
      return limit;
    }
    if (tool.meta().get(HINT) instanceof Number hint) {
      int hinted = Math.max(ResultTruncation.MIN_CHARACTERS, hint.intValue());
      return new ResultLimit(Math.min(limit.characters, hinted), tokens);
    }
    return new ResultLimit(limit.characters, tokens == null ? (Integer) STORED_TOKENS : tokens);
  }

  /** The maximum number of characters of these texts, of which the longest decides. */
  int maxCharacters(List<String> texts) {
    if (tokens == null) {
      return characters;
    }
    String longest = "";
    for (String text : texts) {
      longest = text.length() > longest.length() ? text : longest;
    }
    return maxCharacters(TokenEstimate.isLikeJson(longest));
  }

  /** The maximum number of characters of JSON, or of other text. */
  int maxCharacters(boolean isJson) {
    return tokens == null
        ? characters
        : Math.min(characters, TokenEstimate.characters(tokens, isJson));
  }

  /** The setting that limits more. */
  public String setting() {
    return tokens == null ? ServerOptions.MAX_RESULT_CHARACTERS : MAX_RESULT_TOKENS;
  }
}
