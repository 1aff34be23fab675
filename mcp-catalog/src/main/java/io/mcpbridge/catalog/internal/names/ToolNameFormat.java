package io.mcpbridge.catalog.internal.names;

import io.mcpbridge.internal.text.Sha256;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of tools that every model provider accepts, with the prefix of their server or without. */
public final class ToolNameFormat {

  public static final int MAX_LENGTH = 64;

  /** Between server and tool. */
  public static final String SEPARATOR = "__";

  public static final Set<String> RESERVED =
      Set.of("search_tools", "describe_tool", "call_tool", "read_result");

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Pattern REFUSED_CHARACTER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final Pattern UNDERSCORES = Pattern.compile("_+");
  private static final int HASH_LENGTH = 8;

  /** What remains of an invalid name, with room for the hash. */
  private static final int MAX_HEAD = MAX_LENGTH - HASH_LENGTH - 1;

  /** Prefixes are never cut, also in names that are. */
  private static final int MAX_PREFIX = MAX_HEAD - SEPARATOR.length();

  private ToolNameFormat() {}

  /** The model name of a server's tool. */
  public static String modelName(String server, String tool) {
    String plain = spelledOut(server, tool);
    return !tool.isEmpty() && isValid(plain) ? plain : hashed(plain, server, tool);
  }

  /** The name with the server's prefix, also if model providers do not accept it. */
  public static String spelledOut(String server, String tool) {
    return prefix(server) + SEPARATOR + tool;
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
  public static boolean hasPrefix(String modelName, String server) {
    return modelName.startsWith(prefix(server) + SEPARATOR);
  }

  /** Whether a name, or a pattern of names, can only be one with the prefix of a server. */
  public static boolean isPrefixed(String name) {
    return name.contains(SEPARATOR);
  }

  /** The prefix of a server's tool names, unique per server. */
  public static String prefix(String server) {
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
