package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CatalogSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot of the catalogue as LangChain4j sees it. Immutable, which its superclass is not:
 * that hands out the list it works with.
 */
final class OfferedTools extends ToolProviderResult {

  static final OfferedTools NONE = new OfferedTools(null, List.of(), List.of());

  private final @Nullable CatalogSnapshot snapshot;
  private final List<AiServiceTool> tools;
  private final List<SchemaReport> reports;

  /**
   * @param snapshot where the tools come from
   * @param reports of those that are left out, or told with less than their schemas say
   */
  OfferedTools(
      @Nullable CatalogSnapshot snapshot, List<AiServiceTool> tools, List<SchemaReport> reports) {
    super(tools);
    this.snapshot = snapshot;
    this.tools = List.copyOf(tools);
    this.reports = List.copyOf(reports);
  }

  boolean areOf(CatalogSnapshot other) {
    return snapshot == other;
  }

  boolean areOfSame(OfferedTools other) {
    return snapshot == other.snapshot;
  }

  List<SchemaReport> reports() {
    return reports;
  }

  @Override
  public List<AiServiceTool> aiServiceTools() {
    return tools;
  }
}
