package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.boot.McpAiServiceContextFactory;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** LangChain4j's providers with the settings of the properties: of all tools, and of one agent. */
final class LangChain4jProviders {

  private final SingletonSupplier<McpToolProvider> all;
  private final List<String> trusted;

  /**
   * @param all builds the provider of all tools on first use
   * @param trusted servers whose instructions go to models
   */
  LangChain4jProviders(Supplier<McpToolProvider> all, List<String> trusted) {
    this.all = SingletonSupplier.of(() -> McpAiServiceContextFactory.register(all.get(), trusted));
    this.trusted = trusted;
  }

  McpToolProvider all() {
    return all.obtain();
  }

  McpToolProvider of(ToolSelection selection) {
    return McpAiServiceContextFactory.register(all().forTools(selection), trusted);
  }
}
