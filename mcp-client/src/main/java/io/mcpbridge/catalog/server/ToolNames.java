package io.mcpbridge.catalog.server;

import io.mcpbridge.internal.text.Sha256;
import java.util.regex.Pattern;

/**
 * Derives the model name of a tool from server key and tool name only, so that it is stable across
 * restarts, refreshes and added servers. The name is {@code server__tool} if every model provider
 * accepts that (letters, digits, {@code _}, {@code -}, not starting with a digit or hyphen, at most
 * 64 characters). Otherwise, the invalid parts are replaced and a hash of the original is appended.
 * Letters of other scripts are invalid: OpenAI, Anthropic and Amazon Bedrock reject a whole request
 * for one name outside {@code [a-zA-Z0-9_-]}, and Gemini also accepts dots and colons, but no other
 * letters. {@link CatalogTool#description()} has the original name then. The part before the first
 * two underscores is unique per server, so that no server can give a tool the name of another
 * server's tool. Names are never parsed: the catalog keeps a map.
 */
public final class ToolNames {

  /** The maximum length that every model provider accepts. */
  public static final int MAX_LENGTH = 64;

  /** In place of the server of the tools by which models search tools. */
  public static final String SEARCH_TOOLS = "tool-search";

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Pattern REFUSED_CHARACTER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final Pattern UNDERSCORES = Pattern.compile("_+");
  private static final String SEPARATOR = "__";
  private static final int HASH_LENGTH = 8;

  /** What remains of an invalid name, with room for the hash. */
  private static final int MAX_HEAD = MAX_LENGTH - HASH_LENGTH - 1;

  /** Prefixes are never cut, also in names that are. */
  private static final int MAX_PREFIX = MAX_HEAD - SEPARATOR.length();

  private ToolNames() {}

  /** The model name of a server's tool. */
  public static String modelName(String server, String tool) {
    String plain = prefix(server) + SEPARATOR + tool;
    if (!tool.isEmpty() && plain.length() <= MAX_LENGTH && ACCEPTED.matcher(plain).matches()) {
      return plain;
    }
    String accepted = REFUSED_CHARACTER.matcher(plain).replaceAll("_");
    return start(accepted, MAX_HEAD) + "_" + hash(server + '\0' + tool);
  }

  /** The prefix of a server's tool names, unique per server. */
  static String prefix(String server) {
    boolean plain =
        ACCEPTED.matcher(server).matches()
            && !server.contains(SEPARATOR)
            && !server.endsWith("_")
            && server.length() <= MAX_PREFIX;
    if (plain) {
      return server;
    }
    String accepted = REFUSED_CHARACTER.matcher(server).replaceAll("_");
    String head = ACCEPTED.matcher(accepted).matches() ? accepted : "_" + accepted;
    String changed = start(head, MAX_PREFIX - HASH_LENGTH - 1) + "_" + hash(server);
    return UNDERSCORES.matcher(changed).replaceAll("_");
  }

  private static String start(String text, int room) {
    return text.substring(0, Math.min(text.length(), room));
  }

  private static String hash(String text) {
    return Sha256.of(text).substring(0, HASH_LENGTH);
  }
}
