package io.mcpbridge.catalog.server;

import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of the tools of all servers. The same instance is returned until a change,
 * so adapters can cache what they derive from it by identity.
 */
public final class CatalogSnapshot {

  public static final CatalogSnapshot EMPTY =
      new CatalogSnapshot(List.of(), Map.of(), ServerNames.none());

  private final List<CatalogTool> all;
  private final List<CatalogTool> tools;
  private final Map<String, CatalogTool> byModelName;
  private final Map<String, String> instructions;
  private final ServerNames serverNames;
  private final Map<String, NameOwner> nameOwners;
  private final List<CatalogTool> shadowed = new ArrayList<>();

  /** Created when a model first uses an unknown name; a race creates it twice, harmlessly. */
  private volatile @Nullable ToolNameResolver toolNameResolver;

  /**
   * The tool that a name without the server's prefix belongs to.
   *
   * @param tool its name on the server
   */
  public record NameOwner(String server, String tool) {

    /** The owner that this tool would be. */
    public static NameOwner of(CatalogTool tool) {
      return new NameOwner(tool.server(), tool.name());
    }
  }

  /** Names are unique: of two tools of a server with the same model name, the first one wins. */
  public CatalogSnapshot(
      List<CatalogTool> all, Map<String, String> instructionsByServer, ServerNames serverNames) {
    this(all, instructionsByServer, serverNames, Map.of());
  }

  /**
   * @param nameOwners the tools that names belong to, also while these are not offered; never
   *     modified
   */
  public CatalogSnapshot(
      List<CatalogTool> all,
      Map<String, String> instructionsByServer,
      ServerNames serverNames,
      Map<String, NameOwner> nameOwners) {
    byModelName = new LinkedHashMap<>(all.size() * 2);
    for (CatalogTool tool : all) {
      CatalogTool first = byModelName.putIfAbsent(tool.modelName(), tool);
      if (first != null) {
        shadowed.add(tool);
      }
    }
    this.all = List.copyOf(byModelName.values());
    this.tools = this.all.stream().filter(tool -> tool.visibility() == Visibility.OFFERED).toList();
    this.instructions = ofServersWithTools(instructionsByServer);
    this.serverNames = serverNames;
    this.nameOwners = nameOwners;
  }

  private Map<String, String> ofServersWithTools(Map<String, String> instructionsByServer) {
    Map<String, String> offered = new LinkedHashMap<>();
    for (CatalogTool tool : tools) {
      String text = instructionsByServer.get(tool.server());
      if (text != null) {
        offered.put(tool.server(), text);
      }
    }
    return Collections.unmodifiableMap(offered);
  }

  /** The same servers with other tools. */
  public CatalogSnapshot with(List<CatalogTool> newTools) {
    return new CatalogSnapshot(newTools, instructions, serverNames, nameOwners);
  }

  public CatalogSnapshot without(CatalogTool removed) {
    return with(all.stream().filter(tool -> tool != removed).toList());
  }

  public boolean isLike(CatalogSnapshot other) {
    return serverNames == other.serverNames
        && all.equals(other.all)
        && instructions.equals(other.instructions)
        && nameOwners.equals(other.nameOwners);
  }

  /**
   * The tools to offer to the model. Names are unique. Servers are in configuration order, tools in
   * their server's order.
   */
  public List<CatalogTool> tools() {
    return tools;
  }

  /** The servers whose names qualify tool names, including absent servers. */
  public ServerNames serverNames() {
    return serverNames;
  }

  /** Tools dropped because another tool has the same name. */
  public List<CatalogTool> shadowed() {
    return shadowed;
  }

  /** All tools of one server. */
  public List<CatalogTool> of(String server) {
    return all.stream().filter(tool -> tool.server().equals(server)).toList();
  }

  /** The offered tools, and those that are hidden from the model or disabled. */
  public List<CatalogTool> all() {
    return all;
  }

  /**
   * The instructions of the servers with offered tools, by server key, in the order of the tools.
   * Suitable for a system prompt if you trust the servers. Servers without instructions are absent,
   * as are those whose changed instructions are withheld ({@link ToolChangePolicy#BLOCK}).
   */
  public Map<String, String> instructions() {
    return instructions;
  }

  /** The tool with this model name, also if hidden or disabled. */
  public @Nullable CatalogTool tool(String modelName) {
    return byModelName.get(modelName);
  }

  /**
   * Resolves a name from the model, exact or mangled, among the offered tools. Returns a tool only
   * if the match is unambiguous. A name with the prefix of a known server, present or not, matches
   * only tools of that server, and a name that a tool had without prefix only that tool.
   *
   * @param written the name as the model wrote it
   */
  public @Nullable CatalogTool resolve(String written) {
    return resolve(written, List.of(serverNames));
  }

  /** As {@link #resolve(String)}, where the name may also refer to servers of other catalogs. */
  public @Nullable CatalogTool resolve(String written, List<ServerNames> allServerNames) {
    CatalogTool tool = resolveAny(written, allServerNames);
    return tool != null && tool.visibility() == Visibility.OFFERED ? tool : null;
  }

  /**
   * As {@link #resolve(String)}, but also matches tools that are not offered, by exact name only.
   */
  public @Nullable CatalogTool resolveAny(String name) {
    return resolveAny(name, List.of(serverNames));
  }

  private @Nullable CatalogTool resolveAny(String name, List<ServerNames> allServerNames) {
    CatalogTool exact = tool(name);
    if (exact != null) {
      return exact;
    }
    CatalogTool guess = toolNameResolver().resolve(name);
    return guess != null && ServerNames.mayMean(allServerNames, name, guess.server())
        ? guess
        : null;
  }

  /** The index of mangled names, created lazily. */
  public ToolNameResolver toolNameResolver() {
    ToolNameResolver names = toolNameResolver;
    if (names == null) {
      names = new ToolNameResolver(tools, nameOwners);
      toolNameResolver = names;
    }
    return names;
  }
}
