package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.ToolViews;
import io.mcpbridge.spring.boot.internal.catalog.AgentTools;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The agents with tools of their own: those of {@code @McpTools}, and beans of the type {@link
 * ToolView}.
 *
 * @param views the beans by name
 */
record ConsoleAgents(AgentTools annotated, Supplier<Map<String, ToolView>> views) {

  /** Explains a tool as an agent of a catalog sees it. */
  interface Perspective {

    ToolExplanation of(ToolCatalog catalog, ToolExplanation explanation);
  }

  List<String> names() {
    Set<String> names = new TreeSet<>(annotated.agents().keySet());
    names.addAll(views.get().keySet());
    return List.copyOf(names);
  }

  /**
   * @return {@code null} if there is no such agent
   */
  @Nullable Perspective perspective(String agent) {
    ToolViews ofAnnotation = annotated.agents().get(agent);
    if (ofAnnotation != null) {
      return (catalog, explanation) -> {
        ToolView view = ofAnnotation.of(catalog);
        return view == null ? explanation : explanation.within(view);
      };
    }
    ToolView bean = views.get().get(agent);
    return bean == null
        ? null
        : (catalog, explanation) ->
            explanation.within(bean.catalog() == catalog ? bean : catalog.view(tool -> false));
  }
}
