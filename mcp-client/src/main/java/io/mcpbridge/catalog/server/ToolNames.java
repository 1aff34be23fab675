package io.mcpbridge.catalog.server;

import io.mcpbridge.internal.text.Sha256;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
 *
 * <p>A {@link ToolNameMapper} or {@link ServerOptions#toolNamePrefix} replaces these names. A name
 * that then begins with another server's prefix is not offered.
 */
public final class ToolNames {

  /** The maximum length that every model provider accepts. */
  public static final int MAX_LENGTH = 64;

  /** In place of the server of the tools by which models search tools. */
  public static final String SEARCH_TOOLS = "tool-search";

  /** Names of tools of this library, which are no name of a server's tool. */
  public static final Set<String> RESERVED =
      Set.of("search_tools", "describe_tool", "call_tool", "read_result");

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
    return !tool.isEmpty() && isValid(plain) ? plain : hashed(plain, server, tool);
  }

  /** The model name of a server's tool without the server's prefix. */
  public static String withoutPrefix(String server, String tool) {
    if (isValid(tool)) {
      return tool;
    }
    boolean startsValid = !tool.isEmpty() && ACCEPTED.matcher(tool.substring(0, 1)).matches();
    return hashed(startsValid ? tool : "_" + tool, server, tool);
  }

  /** Whether every model provider accepts the name, and it is not of a tool of this library. */
  public static boolean isValid(@Nullable String name) {
    return name != null
        && name.length() <= MAX_LENGTH
        && ACCEPTED.matcher(name).matches()
        && !RESERVED.contains(name);
  }

  private static String hashed(String name, String server, String tool) {
    String accepted = REFUSED_CHARACTER.matcher(name).replaceAll("_");
    return start(accepted, MAX_HEAD) + "_" + hash(server + '\0' + tool);
  }

  /** Whether a name begins with the prefix of the server's tool names. */
  static boolean hasPrefix(String modelName, String server) {
    return modelName.startsWith(prefix(server) + SEPARATOR);
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
