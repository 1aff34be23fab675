package io.mcpbridge.catalog.server;

/**
 * Names the tools of servers for models ({@link
 * io.mcpbridge.catalog.ToolCatalogBuilder#toolNameMapper}), instead of {@code server__tool}:
 *
 * <pre>{@code
 * ToolNameMapper names = (server, tool) -> server + "_" + tool;
 * }</pre>
 *
 * <p>Returns the same name for the same server and tool, always: models, rules and stored
 * conversations refer to tools by it. A name has letters, digits, {@code _} and {@code -}, starts
 * with a letter or {@code _}, has at most {@value ToolNames#MAX_LENGTH} characters, and is none of
 * {@code search_tools}, {@code describe_tool}, {@code call_tool} and {@code read_result}. A tool
 * for which the mapper returns anything else or throws is omitted, with an error in the log. Of two
 * tools with one name, the one that its server lists first is offered, with a warning. It keeps the
 * name until its server is removed, also while the server is disabled, not connected or no longer
 * lists it. After a restart, the other one may be first.
 *
 * <p>Not called for servers without {@link ServerOptions#toolNamePrefix}, nor for tools that the
 * catalog itself adds, such as {@code read_result}.
 */
@FunctionalInterface
public interface ToolNameMapper {

  /**
   * The name by which models call a tool.
   *
   * @param server the key of the server
   * @param tool the name of the tool on its server
   */
  String modelName(String server, String tool);
}
