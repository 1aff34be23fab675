package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** Creates the view that {@link McpTools} at an injection point describes. */
final class ViewInjection {

  private ViewInjection() {}

  static ToolView view(ToolCatalog catalog, InjectionPoint point) {
    MergedAnnotation<McpTools> tools =
        MergedAnnotations.from(point.getAnnotations()).get(McpTools.class);
    if (tools.isPresent()) {
      return catalog.view(selection(tools.synthesize()));
    }
    throw new IllegalStateException(
        "A ToolView is injected into "
            + point.getMember()
            + " without @McpTools, which says whose tools are in it; for all of them, inject the"
            + " ToolCatalog");
  }

  private static ToolSelection selection(McpTools tools) {
    ToolPattern pattern =
        tools.include().length == 0 ? ToolPattern.any() : ToolPattern.named(tools.include());
    if (tools.servers().length > 0) {
      pattern = pattern.ofServers(tools.servers());
    }
    for (ToolTrait trait : tools.traits()) {
      pattern = pattern.with(trait);
    }
    return ToolSelection.builder().include(pattern).exclude(tools.exclude()).build();
  }
}
