package io.mcpbridge.catalog.server;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import java.util.Set;
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
 * that then begins with another server's prefix is not offered, nor one that a tool of another
 * server already has.
 */
public final class ToolNames {

  /** The maximum length that every model provider accepts. */
  public static final int MAX_LENGTH = ToolNameFormat.MAX_LENGTH;

  /** In place of the server of the tools by which models search tools. */
  public static final String SEARCH_TOOLS = "tool-search";

  /** Names of tools of this library, which are no name of a server's tool. */
  public static final Set<String> RESERVED = ToolNameFormat.RESERVED;

  private ToolNames() {}

  /** The model name of a server's tool. */
  public static String modelName(String server, String tool) {
    return ToolNameFormat.modelName(server, tool);
  }

  /** The model name of a server's tool without the server's prefix. */
  public static String withoutPrefix(String server, String tool) {
    return ToolNameFormat.withoutPrefix(server, tool);
  }

  /** Whether every model provider accepts the name, and it is not of a tool of this library. */
  public static boolean isValid(@Nullable String name) {
    return ToolNameFormat.isValid(name);
  }
}
