package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CatalogSnapshot;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One snapshot of the catalogue as LangChain4j sees it. Immutable, which its superclass is not:
 * that hands out the list it works with.
 */
final class OfferedTools extends ToolProviderResult {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  static final OfferedTools NONE = new OfferedTools(null, List.of(), Set.of());

  private final @Nullable CatalogSnapshot snapshot;
  private final List<AiServiceTool> tools;
  private final Set<String> leftOut;

  /**
   * @param snapshot where the tools come from
   * @param leftOut for each that cannot be offered, a sentence that says so; not changed afterwards
   */
  OfferedTools(@Nullable CatalogSnapshot snapshot, List<AiServiceTool> tools, Set<String> leftOut) {
    super(tools);
    this.snapshot = snapshot;
    this.tools = List.copyOf(tools);
    this.leftOut = Collections.unmodifiableSet(leftOut);
  }

  boolean areOf(CatalogSnapshot other) {
    return snapshot == other;
  }

  boolean areOfSame(OfferedTools other) {
    return snapshot == other.snapshot;
  }

  /** Warns of each tool that had to be left out and was not, for the same reason, before. */
  void warnUnlessLeftOutOf(OfferedTools before) {
    leftOut.stream().filter(tool -> !before.leftOut.contains(tool)).forEach(log::warn);
  }

  @Override
  public List<AiServiceTool> aiServiceTools() {
    return tools;
  }
}
