package io.mcpbridge.spring.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ToolContext;

/**
 * The complete results of the tool calls of one request. A model reads only the text of a result;
 * Spring AI has no place for the rest, so it is passed here through the {@link ToolContext}:
 *
 * <pre>{@code
 * McpToolResults results = new McpToolResults();
 * String answer = chatClient.prompt(question).toolContext(results.asToolContext()).call().content();
 * results.list().forEach(result -> show(result.output().structuredContent()));
 * }</pre>
 *
 * <p>Use one object per request, also with {@code stream()}; two objects never share results. The
 * tool context is not sent to servers. Thread-safe.
 */
public final class McpToolResults {

  /** The key in the {@link ToolContext}. */
  public static final String CONTEXT_KEY = "io.mcpbridge.tool-results";

  private static final Logger log = LoggerFactory.getLogger(McpToolResults.class);

  private final Consumer<McpToolResult> listener;
  private final List<McpToolResult> results = new ArrayList<>();

  /** Collects the results. */
  public McpToolResults() {
    this(result -> {});
  }

  /**
   * Collects the results and passes each on when its call ends, such as to a user interface during
   * a stream.
   *
   * @param listener called on the thread of the call, before the model gets the result. Must be
   *     thread-safe if the calls of one response run concurrently. An exception is logged and does
   *     not affect the call
   */
  public McpToolResults(Consumer<McpToolResult> listener) {
    this.listener = listener;
  }

  /** The entry for the tool context of the request. */
  public Map<String, Object> asToolContext() {
    return Map.of(CONTEXT_KEY, this);
  }

  /** The results so far, in the order in which the calls ended. */
  public List<McpToolResult> list() {
    synchronized (results) {
      return List.copyOf(results);
    }
  }

  /** The results of a request; {@code null} if it does not collect any. */
  static @Nullable McpToolResults of(@Nullable ToolContext context) {
    return context != null && context.getContext().get(CONTEXT_KEY) instanceof McpToolResults given
        ? given
        : null;
  }

  void add(McpToolResult result) {
    synchronized (results) {
      results.add(result);
    }
    try {
      listener.accept(result);
    } catch (RuntimeException e) {
      log.warn("The listener for results failed on one of {}", result.tool().modelName(), e);
    }
  }

  /** Without the results, which may be confidential. */
  @Override
  public String toString() {
    return "McpToolResults[" + list().size() + "]";
  }
}
