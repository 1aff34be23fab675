package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.transport.Transport;

/** The servers of a provider that has a catalogue of its own. */
public final class McpToolProviderBuilder {

  private final ToolCatalogBuilder catalog = ToolCatalog.builder();
  private boolean empty = true;

  McpToolProviderBuilder() {}

  /**
   * Adds a server of the provider's own, with {@link ServerOptions#defaults()}.
   *
   * @param name what it is called in names of tools, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public McpToolProviderBuilder server(String name, Transport transport) {
    return server(name, transport, ServerOptions.defaults());
  }

  /**
   * Adds a server of the provider's own.
   *
   * @param name what it is called in names of tools, messages and settings
   * @throws IllegalArgumentException if there is one of that name
   */
  public McpToolProviderBuilder server(String name, Transport transport, ServerOptions options) {
    catalog.server(name, transport, options);
    empty = false;
    return this;
  }

  /**
   * The provider. Own servers begin to be connected in the background; {@code build} waits for none
   * of them.
   *
   * @throws IllegalStateException if there is no server
   */
  public McpToolProvider build() {
    if (empty) {
      throw new IllegalStateException("an McpToolProvider needs at least one server(...)");
    }
    ToolCatalog started = catalog.build().start();
    return new McpToolProvider(started, started::close);
  }
}
