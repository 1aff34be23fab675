package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.server.ServerError;
import io.mcpbridge.spring.endpoint.McpEndpoint.ToolSearchState;
import io.mcpbridge.spring.endpoint.McpEndpoint.TraceEntry;
import io.mcpbridge.spring.endpoint.ServerSummary;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The files of the page, and what is written as JSON by data binding, for native images. */
final class ConsoleRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints.resources().registerPattern("io/mcpbridge/spring/console/page/*");
    new BindingReflectionHintsRegistrar()
        .registerReflectionHints(
            hints.reflection(),
            ServerSummary.class,
            ServerError.class,
            ToolSearchState.class,
            TraceEntry.class);
  }
}
