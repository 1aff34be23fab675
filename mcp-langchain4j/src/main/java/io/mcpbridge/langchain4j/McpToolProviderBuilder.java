package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.transport.Transport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a provider offers: the tools of its own servers, or those of a shared catalogue. */
public final class McpToolProviderBuilder {

  private @Nullable ToolCatalog shared;
  private @Nullable ToolCatalogBuilder own;
  private Predicate<? super CatalogTool> filter = tool -> true;

  McpToolProviderBuilder() {}

  /** Offers the tools of this catalogue, which the provider neither starts nor closes. */
  public McpToolProviderBuilder catalog(ToolCatalog catalog) {
    this.shared = catalog;
    return this;
  }

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
    ToolCatalogBuilder catalog = own == null ? ToolCatalog.builder() : own;
    own = catalog.server(name, transport, options);
    return this;
  }

  /**
   * Offers only the tools that the filter accepts; default all. The others cannot be called through
   * this provider. It is asked once per tool whenever the catalogue has changed, on the thread of a
   * chat request, so it should be quick; a tool for which it throws is left out.
   */
  public McpToolProviderBuilder filter(Predicate<? super CatalogTool> accepted) {
    this.filter = accepted;
    return this;
  }

  /**
   * The provider. Own servers begin to be connected in the background; {@code build} waits for none
   * of them.
   *
   * @throws IllegalStateException unless there is either a catalogue or a server
   */
  public McpToolProvider build() {
    if ((shared == null) == (own == null)) {
      throw new IllegalStateException(
          "an McpToolProvider has either a catalog(...) or at least one server(...)");
    }
    if (shared != null) {
      return provider(shared, () -> {});
    }
    ToolCatalog catalog = own.build().start();
    return provider(catalog, catalog::close);
  }

  private McpToolProvider provider(ToolCatalog catalog, Runnable closing) {
    return new McpToolProvider(catalog, new SnapshotMapping(catalog, filter), closing);
  }
}
