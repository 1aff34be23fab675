package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot of the catalogue as LangChain4j sees it. Immutable, which its superclass is not:
 * that hands out the list it works with.
 */
final class OfferedTools extends ToolProviderResult {

  static final OfferedTools NONE = new OfferedTools(null, List.of(), Map.of());

  private final @Nullable CatalogSnapshot snapshot;
  private final List<AiServiceTool> tools;
  private final Map<CatalogTool, String> leftOut;

  /**
   * @param snapshot where the tools come from
   * @param leftOut which of them cannot be offered, and why
   */
  OfferedTools(
      @Nullable CatalogSnapshot snapshot,
      List<AiServiceTool> tools,
      Map<CatalogTool, String> leftOut) {
    super(tools);
    this.snapshot = snapshot;
    this.tools = List.copyOf(tools);
    this.leftOut = Map.copyOf(leftOut);
  }

  boolean areOf(CatalogSnapshot other) {
    return snapshot == other;
  }

  boolean leaveOut(CatalogTool tool, String reason) {
    return reason.equals(leftOut.get(tool));
  }

  @Override
  public List<AiServiceTool> aiServiceTools() {
    return tools;
  }
}
