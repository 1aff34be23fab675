package io.mcpbridge.catalog;

import java.util.regex.Pattern;

/**
 * The name by which a model calls a tool: a pure function of server key and tool name, so that it
 * stays the same across restarts, refreshes and other servers joining. It is {@code server__tool}
 * where every model provider takes that (letters, digits, {@code _}, {@code -}, not starting with a
 * digit or hyphen, at most 64 characters); otherwise what had to change is followed by a hash of
 * the original. Never parsed back: the catalogue keeps a map.
 */
public final class ToolNames {

  /** What every model provider takes. */
  public static final int MAX_LENGTH = 64;

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
  private static final Pattern REFUSED_CHARACTER = Pattern.compile("[^A-Za-z0-9_-]");
  private static final int HASH_LENGTH = 8;

  private ToolNames() {}

  /** The model's name for a tool of a server. */
  public static String modelName(String server, String tool) {
    String plain = server + "__" + tool;
    boolean unambiguous = !server.isEmpty() && !server.contains("__") && !server.endsWith("_");
    return unambiguous
            && !tool.isEmpty()
            && plain.length() <= MAX_LENGTH
            && ACCEPTED.matcher(plain).matches()
        ? plain
        : changed(plain, server, tool);
  }

  private static String changed(String plain, String server, String tool) {
    String accepted = REFUSED_CHARACTER.matcher(plain).replaceAll("_");
    if (!ACCEPTED.matcher(accepted).matches()) {
      accepted = "_" + accepted;
    }
    int room = MAX_LENGTH - HASH_LENGTH - 1;
    String head = accepted.length() > room ? accepted.substring(0, room) : accepted;
    return head + "_" + Sha256.of(server + '\0' + tool).substring(0, HASH_LENGTH);
  }
}
