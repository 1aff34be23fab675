package io.mcpbridge.catalog;

import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of all servers at one moment, immutable. The same object is handed out until something
 * changes, so an adapter can keep what it derived from one for as long as it gets the same one.
 */
public final class CatalogSnapshot {

  static final CatalogSnapshot EMPTY = new CatalogSnapshot(List.of(), Map.of(), ServerNames.none());

  private final List<CatalogTool> all;
  private final List<CatalogTool> tools;
  private final Map<String, CatalogTool> byModelName;
  private final Map<String, String> instructions;
  private final ServerNames serverNames;
  private final List<CatalogTool> leftOut = new ArrayList<>();

  /** Made when a model first writes a name that no tool has; twice does no harm. */
  private volatile @Nullable WrittenNames writtenNames;

  /** Names are unique: of two tools that a server contrived to name alike, the first one stays. */
  CatalogSnapshot(
      List<CatalogTool> all, Map<String, String> instructionsByServer, ServerNames serverNames) {
    byModelName = new LinkedHashMap<>(all.size() * 2);
    for (CatalogTool tool : all) {
      CatalogTool first = byModelName.putIfAbsent(tool.modelName(), tool);
      if (first != null) {
        leftOut.add(tool);
      }
    }
    this.all = List.copyOf(byModelName.values());
    this.tools = this.all.stream().filter(tool -> tool.visibility() == Visibility.OFFERED).toList();
    this.instructions = ofServersWithTools(instructionsByServer);
    this.serverNames = serverNames;
  }

  private Map<String, String> ofServersWithTools(Map<String, String> instructionsByServer) {
    Map<String, String> kept = new LinkedHashMap<>();
    for (CatalogTool tool : tools) {
      String text = instructionsByServer.get(tool.server());
      if (text != null) {
        kept.put(tool.server(), text);
      }
    }
    return Collections.unmodifiableMap(kept);
  }

  /** The same servers with other tools. */
  CatalogSnapshot with(List<CatalogTool> others) {
    return new CatalogSnapshot(others, instructions, serverNames);
  }

  CatalogSnapshot without(CatalogTool gone) {
    return with(all.stream().filter(tool -> tool != gone).toList());
  }

  boolean isLike(CatalogSnapshot other) {
    return serverNames == other.serverNames
        && all.equals(other.all)
        && instructions.equals(other.instructions);
  }

  /**
   * The tools to offer to the model, no two with the same name: servers in the order they were
   * configured, tools in their server's order.
   */
  public List<CatalogTool> tools() {
    return tools;
  }

  /** The servers to which names of tools belong, whether they are there or not. */
  ServerNames serverNames() {
    return serverNames;
  }

  /** Those that are called like another one, which is there instead. */
  List<CatalogTool> leftOut() {
    return leftOut;
  }

  /** All tools of one server. */
  List<CatalogTool> of(String server) {
    return all.stream().filter(tool -> tool.server().equals(server)).toList();
  }

  /** These, and those that are hidden from the model or disabled. */
  public List<CatalogTool> all() {
    return all;
  }

  /**
   * What servers of tools that are offered say about using them, by the server's key, in the order
   * of the tools: for a system prompt, if you trust the servers with that. Servers that say nothing
   * are not in it.
   */
  public Map<String, String> instructions() {
    return instructions;
  }

  /** The tool that is called by this name, be it hidden or disabled. */
  public @Nullable CatalogTool tool(String modelName) {
    return byModelName.get(modelName);
  }

  /**
   * The tool that a model means by a name, as it is or mangled: of those that are offered to it,
   * and only where no other can be meant. A name that begins with that of a server which is or was
   * there means a tool of that server only.
   *
   * @param written what the model wrote
   */
  public @Nullable CatalogTool meant(String written) {
    return meant(written, List.of(serverNames));
  }

  /** The same where the servers of other catalogs can be meant besides. */
  @Nullable CatalogTool meant(String written, List<ServerNames> known) {
    CatalogTool tool = written(written, known);
    return tool != null && tool.visibility() == Visibility.OFFERED ? tool : null;
  }

  /**
   * The same for whoever may call what is hidden as well: by its own name, which nobody mangles.
   */
  @Nullable CatalogTool written(String name) {
    return written(name, List.of(serverNames));
  }

  private @Nullable CatalogTool written(String name, List<ServerNames> known) {
    CatalogTool exact = tool(name);
    if (exact != null) {
      return exact;
    }
    CatalogTool guess = writtenNames().meant(name);
    return guess != null && ServerNames.mayMean(known, name, guess.server()) ? guess : null;
  }

  /** The names as models mangle them; the first to ask pays for it. */
  WrittenNames writtenNames() {
    WrittenNames names = writtenNames;
    if (names == null) {
      names = new WrittenNames(tools);
      writtenNames = names;
    }
    return names;
  }
}
