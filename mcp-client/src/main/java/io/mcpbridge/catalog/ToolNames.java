package io.mcpbridge.catalog;

import io.mcpbridge.internal.text.Sha256;
import java.util.regex.Pattern;

/**
 * The name by which a model calls a tool: a pure function of server key and tool name, so that it
 * stays the same across restarts, refreshes and other servers joining. It is {@code server__tool}
 * where every model provider takes that (letters, digits, {@code _}, {@code -}, not starting with a
 * digit or hyphen, at most 64 characters); otherwise what had to change is followed by a hash of
 * the original. Letters of other scripts have to change: OpenAI, Anthropic and Amazon Bedrock
 * refuse a whole request for one name outside {@code [a-zA-Z0-9_-]}, and Gemini takes dots and
 * colons more, but no letters. {@link CatalogTool#description()} has the original then. What comes
 * before the first two underscores is different for each server, so that none can give a tool the
 * name of another server's. Never parsed back: the catalogue keeps a map.
 */
public final class ToolNames {

  /** What every model provider takes. */
  public static final int MAX_LENGTH = 64;

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Pattern REFUSED_CHARACTER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final Pattern UNDERSCORES = Pattern.compile("_+");
  private static final String SEPARATOR = "__";
  private static final int HASH_LENGTH = 8;

  /** What is left of a name that has to change, with room for the hash. */
  private static final int MAX_HEAD = MAX_LENGTH - HASH_LENGTH - 1;

  /** It is in each name as a whole, also in those that are cut. */
  private static final int MAX_PREFIX = MAX_HEAD - SEPARATOR.length();

  private ToolNames() {}

  /** The model's name for a tool of a server. */
  public static String modelName(String server, String tool) {
    String plain = prefix(server) + SEPARATOR + tool;
    if (!tool.isEmpty() && plain.length() <= MAX_LENGTH && ACCEPTED.matcher(plain).matches()) {
      return plain;
    }
    String accepted = REFUSED_CHARACTER.matcher(plain).replaceAll("_");
    return start(accepted, MAX_HEAD) + "_" + hash(server + '\0' + tool);
  }

  /** What the names of a server's tools begin with, and those of no other server's. */
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
