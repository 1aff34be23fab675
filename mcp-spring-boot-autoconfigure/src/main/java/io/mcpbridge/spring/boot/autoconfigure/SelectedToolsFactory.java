package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.selection.ToolSelection;
import java.util.function.Function;

/**
 * Creates the objects of one type that {@link io.mcpbridge.spring.boot.McpTools} qualifies.
 *
 * @param type the type that is injected
 * @param withTools creates an object with only the selected tools
 */
record SelectedToolsFactory(Class<?> type, Function<ToolSelection, ?> withTools) {}
