package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.langchain4j.schema.MappedTool;
import io.mcpbridge.schema.SchemaReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One catalog snapshot in LangChain4j's types. Immutable, unlike its superclass, which exposes its
 * internal list.
 */
final class OfferedTools extends ToolProviderResult {

  static final OfferedTools NONE = new OfferedTools(null, List.of(), List.of());

  private final @Nullable CatalogSnapshot snapshot;
  private final List<AiServiceTool> tools;
  private final Map<String, MappedTool> mapped;

  /**
   * @param snapshot the source of the tools
   * @param mapped the mapping of each tool, including those that are left out
   */
  OfferedTools(
      @Nullable CatalogSnapshot snapshot, List<AiServiceTool> tools, List<MappedTool> mapped) {
    this(snapshot, tools, byModelName(mapped));
  }

  private OfferedTools(
      @Nullable CatalogSnapshot snapshot,
      List<AiServiceTool> tools,
      Map<String, MappedTool> mapped) {
    super(tools);
    this.snapshot = snapshot;
    this.tools = List.copyOf(tools);
    this.mapped = mapped;
  }

  private static Map<String, MappedTool> byModelName(List<MappedTool> mapped) {
    Map<String, MappedTool> named = new LinkedHashMap<>(mapped.size() * 2);
    mapped.forEach(tool -> named.put(tool.tool().modelName(), tool));
    return named;
  }

  /** An empty offer that reuses these mappings. */
  OfferedTools forAnotherSet() {
    return new OfferedTools(null, List.of(), mapped);
  }

  /** The mapping of a tool; {@code null} if the tool is new or changed. */
  @Nullable MappedTool mapped(CatalogTool tool) {
    MappedTool existing = mapped.get(tool.modelName());
    return existing != null && existing.isOf(tool) ? existing : null;
  }

  int size() {
    return mapped.size();
  }

  boolean isOf(CatalogSnapshot candidate) {
    return snapshot == candidate;
  }

  boolean isOfSameSnapshot(OfferedTools other) {
    return snapshot == other.snapshot;
  }

  /** Reports on the tools that are left out or whose schemas were reduced. */
  List<SchemaReport> reports() {
    return snapshot == null
        ? List.of()
        : mapped.values().stream().map(MappedTool::report).filter(Objects::nonNull).toList();
  }

  @Override
  public List<AiServiceTool> aiServiceTools() {
    return tools;
  }
}
