package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * The tools of all servers of a {@link ToolCatalog} for Spring AI:
 *
 * <pre>{@code
 * chatClient.prompt(question).toolCallbacks(mcpToolCallbackProvider).call().content();
 * }</pre>
 *
 * <p>{@link #getToolCallbacks()} answers from memory: no I/O, no lock, no exception, and nothing
 * before the catalogue was started. Safe for any number of threads, and one instance serves them
 * all.
 */
public final class McpToolCallbackProvider implements ToolCallbackProvider {

  private final ToolSet tools;
  private volatile Derived derived = new Derived(null, List.of());

  private McpToolCallbackProvider(ToolSet tools) {
    this.tools = tools;
  }

  /**
   * The tools of a catalogue, or of a view of one, as they are at each moment. Starts and closes
   * nothing.
   */
  public static McpToolCallbackProvider of(ToolSet tools) {
    return new McpToolCallbackProvider(tools);
  }

  /** The tools known now; a new array for every caller. */
  @Override
  public ToolCallback[] getToolCallbacks() {
    CatalogSnapshot snapshot = tools.snapshot();
    Derived current = derived;
    if (current.from != snapshot) {
      current = new Derived(snapshot, callbacksFor(snapshot));
      derived = current;
    }
    return current.callbacks.toArray(new ToolCallback[0]);
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

  private List<ToolCallback> callbacksFor(CatalogSnapshot snapshot) {
    return snapshot.tools().stream()
        .<ToolCallback>map(tool -> new McpToolCallback(tools, tool))
        .toList();
  }

  /** Callbacks, and the snapshot that they were made from. */
  private record Derived(@Nullable CatalogSnapshot from, List<ToolCallback> callbacks) {}
}
