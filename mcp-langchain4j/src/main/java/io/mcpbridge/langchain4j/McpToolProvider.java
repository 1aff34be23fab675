package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Offers the tools of MCP servers to LangChain4j's AI services. Hand it to {@code
 * AiServices.builder(...).toolProvider(...)}, or declare it as the application's {@code
 * ToolProvider} bean.
 *
 * <p>It answers from memory, whatever the servers are doing: one that is down neither delays a chat
 * nor takes the other servers' tools away. A call that fails tells the model so in an error result;
 * nothing that a server does makes an AI service throw.
 *
 * <p>In the {@code ToolExecution} of a call the application finds more than the model was told:
 * {@code resultObject()} is always the {@link io.mcpbridge.catalog.ToolOutput}, which has the
 * structured content, all content blocks, and the exception if there was one; {@code attributes()}
 * hold the result's {@code _meta} under {@link #META_ATTRIBUTE}.
 *
 * <pre>{@code
 * ToolOutput output = (ToolOutput) execution.resultObject();
 * if (output.structuredContent() != null) {
 *   Object plain = output.structuredContent().value(); // Map, List, String, Number ...
 * }
 * }</pre>
 *
 * <p>Thread-safe. Not dynamic in LangChain4j's sense: a conversation turn keeps the tools that it
 * began with.
 */
public final class McpToolProvider implements ToolProvider, AutoCloseable {

  /**
   * The attribute of a tool's result that holds its {@code _meta} as a map of plain Java values;
   * absent if there is none. Attributes go to the application and the chat memory, not to the
   * model. Whatever a server puts into {@code _meta} stays inside this one attribute, where
   * LangChain4j does not mistake it for one of its own, such as {@code found_tools}.
   */
  public static final String META_ATTRIBUTE = "_meta";

  private final ToolSet tools;
  private final SnapshotMapping mapping;
  private final Runnable closing;
  private final AtomicReference<OfferedTools> offered = new AtomicReference<>(OfferedTools.NONE);

  McpToolProvider(ToolSet tools, Runnable closing) {
    this.tools = tools;
    this.mapping = new SnapshotMapping(tools);
    this.closing = closing;
  }

  /** Begins a provider over servers of its own. */
  public static McpToolProviderBuilder builder() {
    return new McpToolProviderBuilder();
  }

  /**
   * Offers everything in a catalogue that others may use too, or the part of it that is in a view:
   *
   * <pre>{@code
   * McpToolProvider.of(catalog.view(ToolSelection.builder().include("search_*").build()))
   * }</pre>
   *
   * @param tools of a catalogue to be started and closed by whoever made it
   */
  public static McpToolProvider of(ToolSet tools) {
    return new McpToolProvider(tools, () -> {});
  }

  /**
   * The tools as they are known now; does no I/O, takes no lock and never throws. The same
   * immutable object is returned until the catalogue changes; the first requests after a change map
   * it, each for itself if they come at the same time.
   */
  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    // in this order: what was offered is never newer than the snapshot, and never replaced by older
    OfferedTools before = offered();
    CatalogSnapshot snapshot = tools.snapshot();
    return before.areOf(snapshot) ? before : offer(mapping.map(snapshot), before);
  }

  /** Who comes first decides what is offered, and is the one to warn. */
  private OfferedTools offer(OfferedTools mapped, OfferedTools before) {
    if (offered.compareAndSet(before, mapped)) {
      mapped.warnUnlessLeftOutOf(before);
      return mapped;
    }
    OfferedTools first = offered();
    return first.areOfSame(mapped) ? first : mapped;
  }

  private OfferedTools offered() {
    return Objects.requireNonNull(offered.get());
  }

  /**
   * Waits until the first attempt at every server has come to something, be it a failure. For
   * programs that ask the model right after they started.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    return catalog().awaitReady(atMost);
  }

  /** The catalogue whose tools are offered: the state of its servers, and their clients. */
  public ToolCatalog catalog() {
    return tools.catalog();
  }

  /** Ends the connections to the provider's own servers; a shared catalogue stays open. */
  @Override
  public void close() {
    closing.run();
  }
}
